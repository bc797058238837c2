internal import PickerModel
