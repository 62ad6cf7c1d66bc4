"""The second wall around the worker on Linux: no files, no network, no other processes, by the kernel's word.

The first wall is the WebAssembly guest, which imports nothing. This one is for the day a fault in the
WebAssembly engine lets a module out of it. Each part is put up if the kernel has it, and reported.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

# Every right to files that Landlock knew when the kernel said "ABI n"; asking for more would be refused.
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446  # the same number on every architecture
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38

# (audit architecture, its system calls that a worker has no use for once it is up)
_SYSCALLS: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (
        0xC000003E,
        {
            "open": 2, "openat": 257, "openat2": 437, "creat": 85, "socket": 41, "socketpair": 53, "connect": 42,
            "bind": 49, "listen": 50, "accept": 43, "accept4": 288, "sendto": 44, "sendmsg": 46, "clone": 56,
            "clone3": 435, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322, "ptrace": 101, "kill": 62,
            "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_open": 434, "pidfd_getfd": 438,
            "memfd_create": 319, "io_uring_setup": 425, "bpf": 321, "keyctl": 250, "add_key": 248, "mount": 165,
            "unshare": 272, "setns": 308, "chroot": 161, "unlink": 87, "unlinkat": 263, "rename": 82,
            "renameat": 264, "renameat2": 316, "mkdir": 83, "mkdirat": 258, "rmdir": 84, "link": 86, "linkat": 265,
            "symlink": 88, "symlinkat": 266, "truncate": 76, "chmod": 90, "fchmodat": 268, "chown": 92,
            "fchownat": 260, "readlink": 89, "readlinkat": 267, "perf_event_open": 298, "userfaultfd": 323,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "openat": 56, "openat2": 437, "socket": 198, "socketpair": 199, "connect": 203, "bind": 200,
            "listen": 201, "accept": 202, "accept4": 242, "sendto": 206, "sendmsg": 211, "clone": 220,
            "clone3": 435, "execve": 221, "execveat": 281, "ptrace": 117, "kill": 129, "process_vm_readv": 270,
            "process_vm_writev": 271, "pidfd_open": 434, "pidfd_getfd": 438, "memfd_create": 279,
            "io_uring_setup": 425, "bpf": 280, "keyctl": 219, "add_key": 217, "mount": 40, "unshare": 97,
            "setns": 268, "chroot": 51, "unlinkat": 35, "renameat": 38, "renameat2": 276, "mkdirat": 34,
            "linkat": 37, "symlinkat": 36, "truncate": 45, "fchmodat": 53, "fchownat": 54, "readlinkat": 78,
            "perf_event_open": 241, "userfaultfd": 282,
        },
    ),
}  # fmt: skip

DATA_LIMIT = 1536 * 1024 * 1024
WRITTEN_LIMIT = 64 * 1024  # what a dying worker may say on its standard error, which is a temporary file


def confine() -> dict[str, str]:
    """Shut this process in for good; returns part -> what holds, for `doctor` and the log.

    Call it with one thread running and everything imported and opened. Never raises.
    """
    held = {"limits": _limits()}
    if sys.platform != "linux":
        return held
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
            return {**held, "no_new_privs": "refused"}
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        held["no_new_privs"] = "on"
        held["landlock"] = _landlock(libc)
        held["seccomp"] = _seccomp(libc)
    except (OSError, AttributeError, ctypes.ArgumentError) as missing:
        held["seccomp"] = f"not here: {missing}"
    return held


def _limits() -> str:
    if sys.platform == "win32":
        return "none"
    import resource

    done = []
    for name, limit in (("CORE", 0), ("FSIZE", WRITTEN_LIMIT), ("NPROC", 0), ("DATA", DATA_LIMIT)):
        number = getattr(resource, f"RLIMIT_{name}", None)
        if number is None:
            continue
        try:
            hard = resource.getrlimit(number)[1]
            top = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(number, (top, top))
        except (ValueError, OSError):
            continue
        done.append(name.lower())
    return " ".join(done) or "none"


def _landlock(libc: ctypes.CDLL) -> str:
    """Forbid every use of files and, where the kernel can, TCP; no path is excepted."""
    libc.syscall.restype = ctypes.c_long
    version = libc.syscall(ctypes.c_long(_LANDLOCK_CREATE), None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return "not in this kernel" if ctypes.get_errno() in (errno.ENOSYS, errno.EOPNOTSUPP) else "refused"
    rights = struct.pack("=Q", _FILE_RIGHTS[min(version, 5)])
    if version >= 4:
        rights += struct.pack("=Q", 0b11)  # bind and connect
    if version >= 6:
        rights += struct.pack("=Q", 0b11)  # abstract sockets and signals to others
    ruleset = libc.syscall(
        ctypes.c_long(_LANDLOCK_CREATE), rights, ctypes.c_size_t(len(rights)), ctypes.c_uint32(0)
    )
    if ruleset < 0:
        return f"refused: {os.strerror(ctypes.get_errno())}"
    done = libc.syscall(ctypes.c_long(_LANDLOCK_RESTRICT), ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)
    return f"on (version {version})" if done == 0 else f"refused: {os.strerror(ctypes.get_errno())}"


def _seccomp(libc: ctypes.CDLL) -> str:
    """Answer the listed system calls with "not permitted"."""
    known = _SYSCALLS.get(platform.machine())
    if known is None:
        return f"no list of system calls for {platform.machine()}"
    architecture, calls = known

    def step(code: int, yes: int, no: int, value: int) -> bytes:
        return struct.pack("=HBBI", code, yes, no, value)

    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    allow, deny = 0x7FFF0000, 0x00050000 | errno.EPERM
    numbers = sorted(calls.values())
    program = [step(load, 0, 0, 4), step(equal, 1, 0, architecture), step(answer, 0, 0, deny), step(load, 0, 0, 0)]
    # The x32 calls of x86_64 are the same ones under numbers from 2^30 on.
    program += [step(at_least, 0, 1, 0x40000000), step(answer, 0, 0, deny)]
    for left, number in zip(range(len(numbers), 0, -1), numbers, strict=True):
        program.append(step(equal, left, 0, number))
    program += [step(answer, 0, 0, allow), step(answer, 0, 0, deny)]
    code = ctypes.create_string_buffer(b"".join(program))
    whole = ctypes.create_string_buffer(struct.pack("=H6xQ", len(program), ctypes.addressof(code)))
    if libc.prctl(_PR_SET_SECCOMP, 2, ctypes.c_void_p(ctypes.addressof(whole)), 0, 0):
        return f"refused: {os.strerror(ctypes.get_errno())}"
    return f"on ({len(numbers)} calls refused)"
