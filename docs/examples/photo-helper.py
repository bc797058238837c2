#!/usr/bin/env python3
"""Lets programs that can't read the photos ask for some: photo-helper.py SOCKET COMMAND...

Waits for one program at SOCKET, runs COMMAND (photopick and its options) with the connection as
--fd-socket, and ends with its status. Run it as the user whose photos they are, on a terminal: the
person sees the picker there, and only what is picked reaches the program, as open files.

    photo-helper.py /run/user/1000/photos photopick --max 3 ~/Pictures
"""
import os
import socket
import subprocess
import sys

path, command = sys.argv[1], sys.argv[2:]
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
server.bind(path + ".new")
os.chmod(path + ".new", 0o666)  # who may ask; what they get is up to the person
server.listen(1)
os.rename(path + ".new", path)  # there only when it answers
try:
    connection, _ = server.accept()
finally:
    os.unlink(path)
number = connection.fileno()
# Standard output and error of photopick stay here: its messages name files.
status = subprocess.run(command + ["--fd-socket", str(number)], pass_fds=[number]).returncode
sys.exit(status if status >= 0 else 128 - status)
