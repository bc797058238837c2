"""Says on what was measured: processor, kernel, and the version of everything that took part."""

import os
import platform
import re
import shutil
import subprocess


def first_line(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = (done.stdout or done.stderr).strip().splitlines()
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[0]) if lines else ""


def package(name):
    """The installed version of a Debian package."""
    return first_line("dpkg-query", "-W", "-f", "${Version}", name) if shutil.which("dpkg-query") else ""


def describe(repository):
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*:\s*(.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read())[1]) / 1048576
    with open("/etc/os-release") as file:
        system = re.search(r'PRETTY_NAME="(.*)"', file.read())
    commit = first_line("git", "-C", str(repository), "describe", "--always", "--dirty")
    lines = [
        f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores, {memory:.0f} GB memory, "
        f"Linux {platform.release()}, {system[1] if system else ''}",
        f"load when it began: {os.getloadavg()[0]:.2f} (more than about 0.3: other work disturbed the figures)",
        f"photopick {commit}, {first_line('swift', '--version')}",
        f"libjpeg-turbo {package('libturbojpeg0')}, libheif {package('libheif1')}",
    ]
    if shutil.which("timg"):
        lines.append(first_line("timg", "--version").split(" <")[0])
    if shutil.which("chafa"):
        lines.append(first_line("chafa", "--version"))
    if shutil.which("vipsthumbnail"):
        lines.append(first_line("vipsthumbnail", "--version") + f" (libjpeg-turbo {package('libjpeg62-turbo')})")
    return lines


def busy():
    """A warning if something else is running."""
    load = os.getloadavg()[0]
    return f"the load average is {load:.2f}: close other programs for figures that mean something" if load > 0.5 else ""
