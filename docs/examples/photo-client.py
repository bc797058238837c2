#!/usr/bin/env python3
"""Receives the photos that a person picks: photo-client.py SOCKET FOLDER

Needs no right to read the library. Each message is JSON with the files of one photo as read-only
descriptors; the last one tells the outcome. Without that last one it was interrupted, and what has
come so far is not the whole. Copies the files into FOLDER and prints what it has.
"""
import json
import os
import socket
import sys

MESSAGE, FILES = 1 << 20, 32  # the longest message, and the most files of one photo

path, folder = sys.argv[1], sys.argv[2]
connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
connection.connect(path)
while True:
    data, files, flags, _ = socket.recv_fds(connection, MESSAGE, FILES)
    if not data:
        sys.exit("interrupted: no last message")
    if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
        sys.exit("a message was cut off")
    message = json.loads(data)
    if message["type"] == "end":
        print(message["outcome"], message["count"], "photos")
        sys.exit(0 if message["count"] else 1)
    item = message["item"]
    for resource in item["resources"]:
        index = resource["descriptor"]
        if index is None:
            continue  # message["failures"] says why
        # Never a name from outside as a path: a number, and what kind it is.
        name = f"{item['position']}-{resource['type']}"
        with open(os.path.join(folder, name), "xb") as target:
            offset, rest = resource.get("byteOffset", 0), resource["byteCount"]
            while rest > 0:
                piece = os.pread(files[index], min(rest, 1 << 20), offset)
                if not piece:
                    break
                target.write(piece)
                offset, rest = offset + len(piece), rest - len(piece)
        print(item["position"], resource["type"], resource["contentType"], item["suggestedName"])
    for number in files:
        os.close(number)
