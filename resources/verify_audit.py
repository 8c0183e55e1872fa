#!/usr/bin/env python3
"""Checks an exported audit log; needs Python 3.9 or later and nothing else. It reads the folder and writes nothing.

Written from docs/audit-format.md alone; section numbers below are that page's.
Several folders are archives of one log, oldest first, and at last an archive or an export that goes on behind them.
One folder may also be an unpacked evidence pack: then every file of it is checked, and the log in it.
Usage: python3 verify_audit.py <folder>... [--fingerprint HEX] [--reached SIZE[:CHAIN]] [--witness CLIENT_ORDERID]...
"""

import base64
import binascii
import hashlib
import json
import os
import re
import stat
import sys

# --- Ed25519 (RFC 8032, section 5.1), verification only ---------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0:
        return None
    return P - x if x & 1 != sign else x


def decompress(data):
    number = int.from_bytes(data, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(message, signature, public_key):
    point = decompress(public_key)
    nonce = decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if point is None or nonce is None or scalar >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % L
    left = multiply(scalar, BASE)
    right = add(nonce, multiply(challenge, point))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- What a text may be (section 1) ------------------------------------------------------------------------------------------


class Verdict(Exception):
    def __init__(self, word, sentence, bad="?"):
        super().__init__(sentence)
        self.word, self.sentence, self.bad = word, sentence, bad


def is_hex(value, length):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{%d}" % (2 * length), value) is not None


def is_size(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def from_base64(text, length=None):
    """The bytes, or None when the text is not exactly the base64 of some bytes (of that length)."""
    if not isinstance(text, str):
        return None
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    if base64.b64encode(data).decode("ascii") != text or length not in (None, len(data)):
        return None
    return data


# Longer than anything that is written; more of it would be memory for whoever made it up.
MOST_LINE = 8 * 1024 * 1024
MOST_MANIFEST = 256 * 1024 * 1024
MOST_SIGNATURE = 1024
MOST_LEVELS = 64


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


def number_in(text):
    """A whole number that fits is one however it is written; any other is none that is asked for."""
    value = float(text)
    is_whole = abs(value) < 2**53 and value == int(value)
    return int(value) if is_whole else value


def object_in(data):
    """The object that a UTF-8 JSON text holds, or None; also where it has too many levels."""
    reading = {"parse_constant": refuse_constant, "parse_float": number_in, "parse_int": number_in}
    try:
        value = json.loads(data.decode("utf-8"), **reading)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and is_shallow(value) else None


def is_shallow(value):
    level, levels = [value], 0
    while level:
        if levels == MOST_LEVELS:
            return False
        inside = [one.values() if isinstance(one, dict) else one for one in level]
        level = [item for items in inside for item in items if isinstance(item, (dict, list))]
        levels += 1
    return True


def plain_size(path):
    """Its size, or None for what is no file by itself: a link, a folder, a pipe, a device."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def is_there(path):
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def is_file_name(name):
    """A name that can stand in a folder: no mark that hides or breaks it."""
    return name not in ("", ".", "..") and re.search("[/\\\\\x00-\x1f\x7f-\x9f\ud800-\udfff]", name) is None


def read_plain(folder, name, most):
    """The bytes of a plain file that is not too long."""
    path = os.path.join(folder, name)
    size = plain_size(path)
    if size is None:
        raise Verdict("uncheckable", name + " can not be read")
    if size > most:
        raise Verdict("uncheckable", name + " is too long")
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        raise Verdict("uncheckable", name + " can not be read") from None


def shown(text):
    """A text on one line, in characters every console shows the same."""
    return "".join(c if " " <= c <= "~" else "?" for c in text)


def sha256(data):
    return hashlib.sha256(data).digest()


# Entries an auditor is told of even where nothing contradicts; so many of them, and of the rest how many.
NOTED = {"money:resumed": "money resumed by a person", "clock:went-back": "clock went back"}
MOST_NOTED = 50


# --- Section 6 ---------------------------------------------------------------------------------------------------------------


def read_arguments(arguments):
    asked = {"folders": [], "fingerprint": None, "reached": None, "witnesses": {}}
    rest = list(arguments)
    while rest:
        name = rest.pop(0)
        if not name.startswith("--"):
            asked["folders"].append(name)
            continue
        if not rest:
            raise Verdict("uncheckable", shown(name) + " needs a value")
        value = rest.pop(0)
        if name == "--fingerprint":
            asked["fingerprint"] = value.lower()
            if not is_hex(asked["fingerprint"], 32):
                raise Verdict("uncheckable", "--fingerprint takes 64 hex digits")
        elif name == "--reached":
            match = re.fullmatch("([0-9]{1,15})(?::([0-9a-f]{64}))?", value)
            if match is None:
                raise Verdict("uncheckable", "--reached takes a number, or a number:chain")
            asked["reached"] = (int(match.group(1)), match.group(2))
        elif name == "--witness":
            head = value.rpartition("-")[2]
            if "-" not in value or not is_hex(head, 4):
                raise Verdict("uncheckable", shown(value) + " does not end in 8 hex digits")
            asked["witnesses"][value] = head
        else:
            raise Verdict("uncheckable", shown(name) + " is not known")
    if not asked["folders"]:
        raise Verdict("uncheckable", "no folder was given")
    return asked


def is_manifest(manifest):
    """Step 1: every key of section 4 is there and has its form."""
    text = lambda name: isinstance(manifest.get(name), str)
    if not (text("program") and text("madeAt") and isinstance(manifest.get("filter"), dict)):
        return False
    if not (is_hex(manifest.get("logId"), 16) and is_hex(manifest.get("chain"), 32)):
        return False
    if manifest.get("purpose") not in ("export", "archive"):
        return False
    if not all(is_size(manifest.get(name)) for name in ("first", "size", "full", "stubs")):
        return False
    if not 1 <= manifest["first"] <= manifest["size"] + 1:
        return False
    reached = manifest.get("reached", "missing")
    if reached is not None and not is_reached(reached):
        return False
    if from_base64(manifest.get("publicKey"), 32) is None or not is_hex(manifest.get("fingerprint"), 32):
        return False
    checkpoints, files = manifest.get("checkpoints"), manifest.get("files")
    if not isinstance(checkpoints, list) or not isinstance(files, list):
        return False
    for item in checkpoints:
        if not isinstance(item, dict) or from_base64(item.get("body")) is None:
            return False
        if from_base64(item.get("signature"), 64) is None or from_base64(item.get("publicKey"), 32) is None:
            return False
    for item in files:
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            return False
        if not is_size(item.get("bytes")) or not is_hex(item.get("sha256"), 32):
            return False
    return True


def is_reached(value):
    formed = isinstance(value, dict) and is_size(value.get("size")) and is_hex(value.get("chain"), 32)
    return formed and value["size"] >= 1


def read_manifest(asked, folder):
    """Steps 1 and 2, but for the folder before."""
    data = read_plain(folder, "manifest.json", MOST_MANIFEST)
    signature_line = read_plain(folder, "manifest.sig", MOST_SIGNATURE)
    if plain_size(os.path.join(folder, "audit.jsonl")) is None:
        raise Verdict("uncheckable", "audit.jsonl can not be read")
    manifest = object_in(data)
    if manifest is None:
        raise Verdict("uncheckable", "manifest.json is not a JSON object")
    known = manifest.get("format") == "paydesk-audit-export"
    if not known or not is_size(manifest.get("v")) or manifest["v"] != 1:
        raise Verdict("uncheckable", "this is not an export of a known format")
    if not is_manifest(manifest):
        raise Verdict("uncheckable", "manifest.json lacks a part, or a part has another form")
    check_seal(asked, manifest, data, signature_line, "export")
    return manifest, sha256(data).hex()


def check_seal(asked, manifest, data, signature_line, what):
    """Step 2, but for the folder before."""
    line = signature_line.decode("latin-1")
    signature = from_base64(line[:-1], 64) if line.endswith("\n") else None
    key = from_base64(manifest["publicKey"])
    if signature is None or not is_signed(data, signature, key):
        raise Verdict("tampered", "the signature of manifest.json is wrong")
    if sha256(key).hex() != manifest["fingerprint"]:
        raise Verdict("tampered", "the fingerprint in manifest.json is not that of its key")
    if asked["fingerprint"] not in (None, manifest["fingerprint"]):
        message = "the %s is signed with another key than the one you wrote down"
        raise Verdict("tampered", message % what)


# --- Section 7: evidence packs -----------------------------------------------------------------------------------------------


def pack_in(folder):
    """The manifest of an unpacked evidence pack and its bytes, or None for any other folder."""
    try:
        data = read_plain(folder, "manifest.json", MOST_MANIFEST)
    except Verdict:
        return None
    manifest = object_in(data)
    is_pack = manifest is not None and manifest.get("format") == "paydesk-evidence-pack"
    return (data, manifest) if is_pack else None


def is_pack_manifest(manifest):
    if not is_size(manifest.get("v")) or manifest["v"] != 1:
        return False
    if not all(isinstance(manifest.get(name), str) for name in ("program", "madeAt")):
        return False
    if from_base64(manifest.get("publicKey"), 32) is None or not is_hex(manifest.get("fingerprint"), 32):
        return False
    files = manifest.get("files")
    return isinstance(files, list) and all(is_fact(item) for item in files)


def is_fact(item):
    if not isinstance(item, dict) or not isinstance(item.get("name"), str):
        return False
    return is_size(item.get("bytes")) and is_hex(item.get("sha256"), 32)


def read_whole(path):
    with open(path, "rb") as file:
        return file.read()


def check_pack(asked, folder, data, manifest):
    """The seal of the pack, every file of it, and no file beyond."""
    seal = read_plain(folder, "manifest.sig", MOST_SIGNATURE)
    if not is_pack_manifest(manifest):
        raise Verdict("uncheckable", "manifest.json lacks a part, or a part has another form")
    check_seal(asked, manifest, data, seal, "pack")
    for item in manifest["files"]:
        check_packed(folder, item)
    own = [(name, sha256(read_whole(os.path.join(folder, name))).hex()) for name in ("manifest.json", "manifest.sig")]
    facts = [(item["name"], item["sha256"]) for item in manifest["files"]] + own
    sums = "".join("%s  %s\n" % (digest, name) for name, digest in facts)
    listed = {name.encode("utf-8", "surrogatepass") for name, _ in facts}
    there = sorted(names_below(os.fsencode(folder), manifest["files"]))
    for found in there:
        if found not in listed and found != b"SHA256SUMS":
            raise Verdict("tampered", shown(found.decode("latin-1")) + " is not of the pack")
    if b"SHA256SUMS" in there:
        expected, path = sums.encode("utf-8", "surrogatepass"), os.path.join(folder, "SHA256SUMS")
        if plain_size(path) != len(expected) or read_whole(path) != expected:
            raise Verdict("tampered", "SHA256SUMS was changed")


def check_packed(folder, item):
    name = item["name"]
    parts = name.split("/")
    if not all(is_file_name(part) for part in parts):
        raise Verdict("tampered", shown(name) + " is not a file of a pack")
    path = os.path.join(folder, *parts)
    if not is_there(path):
        raise Verdict("tampered", shown(name) + " is missing")
    check_file(item, path)


def check_file(item, path):
    name, size = item["name"], plain_size(path)
    if size is None:
        raise Verdict("tampered", shown(name) + " is not a plain file")
    # Whoever made the folder may have made one longer than anybody can read.
    if size != item["bytes"]:
        raise Verdict("tampered", shown(name) + " was changed")
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 16), b""):
            digest.update(chunk)
    if digest.hexdigest() != item["sha256"]:
        raise Verdict("tampered", shown(name) + " was changed")


def names_below(folder, files):
    """Everything in the folder but the folders that listed files lie in."""
    parents = set()
    for item in files:
        parts = item["name"].encode("utf-8", "surrogatepass").split(b"/")
        parents.update(b"/".join(parts[:count]) for count in range(1, len(parts)))
    found, places = [], [b""]
    while places:
        before = places.pop()
        with os.scandir(os.path.join(folder, before)) as entries:
            for entry in entries:
                name = before + entry.name
                if entry.is_dir(follow_symlinks=False) and name in parents:
                    places.append(name + b"/")
                else:
                    found.append(name)
    return found


def unpacked(asked):
    """The folders whose logs are to be checked, and the manifest of the pack where there is one."""
    folders = asked["folders"]
    packs = [pack for pack in map(pack_in, folders) if pack is not None]
    if not packs:
        return folders, None
    if len(folders) > 1:
        raise Verdict("uncheckable", "an evidence pack is checked alone")
    check_pack(asked, folders[0], *packs[0])
    return [os.path.join(folders[0], "audit")], packs[0][1]


# --- Section 6, steps 2 to 9 -------------------------------------------------------------------------------------------------


class Walk:
    """One folder: steps 2 (the folder before) to 6."""

    def __init__(self, asked, folder, manifest, manifest_digest, marks):
        # Of the folders up to here: where the keychain said the log had come to.
        self.marks = marks
        if manifest["reached"] is not None:
            marks.append({"size": manifest["reached"]["size"], "chain": manifest["reached"]["chain"]})
        self.asked, self.folder, self.manifest = asked, folder, manifest
        self.manifest_digest = manifest_digest
        self.log_id = bytes.fromhex(manifest["logId"])
        self.n, self.chain = manifest["first"] - 1, bytes(32)
        self.full = self.stubs = self.signed = self.checked = self.foreign = 0
        self.digest = "0" * 64
        self.fields = [object_in(from_base64(item["body"])) for item in manifest["checkpoints"]]
        self.named, self.noted, self.notes = [], [], []

    def join(self, before):
        """Step 2: what the folder before must be."""
        first, size = self.manifest["first"], before["size"]
        if self.manifest["logId"] != before["logId"]:
            raise Verdict("uncheckable", "the folders are not of one log")
        if first != size + 1:
            message = "entry %d does not follow entry %d: a folder is missing"
            raise Verdict("uncheckable", message % (first, size))
        if before["purpose"] != "archive":
            raise Verdict("uncheckable", "only an archive can have a folder behind it")
        seal = lambda items: [(item["body"], item["signature"]) for item in items]
        if seal(before["checkpoints"][-1:]) != seal(self.manifest["checkpoints"][:1]):
            raise Verdict("tampered", "the folders do not share the checkpoint at %d" % size, size)

    def begin(self):
        """Step 3, before the first line."""
        n = self.n
        if n > 0:
            fields = self.fields[0] if self.fields else None
            if fields is None or not is_size(fields.get("size")) or fields["size"] != n:
                raise Verdict("tampered", "the checkpoint at %d is missing" % n, n)
            if not is_hex(fields.get("chain"), 32):
                raise Verdict("tampered", "the checkpoint at %d does not belong here" % n, n)
            self.chain, self.digest = bytes.fromhex(fields["chain"]), fields.get("previous")
            self.checkpoint(fields, self.manifest["checkpoints"][0])
        self.base = self.chain.hex()
        self.notice()

    def notice(self):
        """What steps 8 and 9 ask for, noted while the chain goes by."""
        value, asked = self.chain.hex(), self.asked
        if asked["reached"] and asked["reached"][0] == self.n:
            asked["chain reached"] = value
        for mark in self.marks:
            if mark["size"] == self.n:
                mark["seen"] = value
        seen = [name for name, head in asked["witnesses"].items() if value.startswith(head)]
        for name in seen:
            del asked["witnesses"][name]

    def line(self, data):
        """Step 3.2 to 3.6."""
        n = self.n + 1
        entry = object_in(data)
        keys = [] if entry is None else list(entry)
        if keys not in (["seq", "body", "leaf", "chain"], ["seq", "leaf", "chain"]):
            raise Verdict("tampered", "line %d is not entry %d" % (n, n), n)
        formed = is_hex(entry["leaf"], 32) and is_hex(entry["chain"], 32)
        if not formed or not is_size(entry["seq"]) or entry["seq"] != n:
            raise Verdict("tampered", "line %d is not entry %d" % (n, n), n)
        leaf = bytes.fromhex(entry["leaf"])
        if "body" in entry:
            body = from_base64(entry["body"])
            fields = None if body is None else object_in(body)
            if fields is None or sha256(b"\x00" + body) != leaf:
                raise Verdict("tampered", "the text of entry %d was changed" % n, n)
            if not is_size(fields.get("v")) or not is_size(fields.get("seq")):
                raise Verdict("tampered", "the text of entry %d was changed" % n, n)
            if (fields["v"], fields["seq"]) != (1, n):
                raise Verdict("tampered", "the text of entry %d was changed" % n, n)
            is_archived = fields.get("kind") == "audit:archived" and fields.get("outcome") == "ok"
            if is_archived and isinstance(fields.get("details"), dict):
                self.named.append(fields["details"])
            kind = fields.get("kind")
            if isinstance(kind, str) and kind in NOTED:
                at = fields.get("at") if isinstance(fields.get("at"), str) else "undefined"
                self.noted.append("%s: entry %d, %s" % (NOTED[kind], n, shown(at)))
        chain = sha256(b"\x02" + self.log_id + n.to_bytes(8, "big") + self.chain + leaf)
        if chain.hex() != entry["chain"]:
            raise Verdict("tampered", "entry %d does not follow from the one before it" % n, n)
        if n > self.manifest["size"]:
            raise Verdict("tampered", "entry %d is beyond the end of the export" % n, n)
        self.n, self.chain = n, chain
        self.full += "body" in entry
        self.stubs += "body" not in entry
        self.notice()
        if self.checked < len(self.fields):
            fields = self.fields[self.checked]
            if fields is not None and is_size(fields.get("size")) and fields["size"] == n:
                self.checkpoint(fields, self.manifest["checkpoints"][self.checked])

    def checkpoint(self, fields, item):
        n = self.n
        body, signature = from_base64(item["body"]), from_base64(item["signature"])
        if not is_signed(body, signature, from_base64(item["publicKey"])):
            raise Verdict("tampered", "the checkpoint at %d has a wrong signature" % n, n)
        formed = is_size(fields.get("v")) and fields["v"] == 1 and fields.get("type") == "checkpoint"
        formed = formed and is_hex(fields.get("chain"), 32)
        formed = formed and isinstance(fields.get("at"), str) and isinstance(fields.get("reason"), str)
        placed = fields.get("logId") == self.manifest["logId"] and fields.get("previous") == self.digest
        if not formed or not placed:
            raise Verdict("tampered", "the checkpoint at %d does not belong here" % n, n)
        if fields["chain"] != self.chain.hex():
            message = "the log contradicts its checkpoint at %d: entries %d to %d are not all as they were"
            raise Verdict("tampered", message % (n, self.signed + 1, n), self.signed + 1)
        is_foreign = item["publicKey"] != self.manifest["publicKey"]
        if is_foreign and self.foreign < self.checked:
            message = "the checkpoint at %d carries another key than the one before it"
            raise Verdict("tampered", message % n, self.signed + 1)
        self.signed, self.digest = n, sha256(body + signature).hex()
        self.checked += 1
        self.foreign += is_foreign

    def end(self):
        """Steps 4 to 6."""
        n, manifest = self.n, self.manifest
        furthest = manifest["size"]
        for fields, item in zip(self.fields, manifest["checkpoints"]):
            if not fields or not is_size(fields.get("size")) or fields["size"] <= n:
                continue
            size, key = fields["size"], from_base64(item["publicKey"])
            is_own = item["publicKey"] == manifest["publicKey"]
            if not is_own or not is_signed(from_base64(item["body"]), from_base64(item["signature"]), key):
                message = "the checkpoint at %d, behind the last entry, is not of this log"
                raise Verdict("tampered", message % size)
            furthest = max(furthest, size)
        if n < furthest:
            raise Verdict("truncated", "the log ends at entry %d, but it had reached %d" % (n, furthest), n + 1)
        if self.checked < len(self.fields):
            raise Verdict("tampered", "a checkpoint is out of its place")
        if 0 < self.checked == self.foreign:
            raise Verdict("tampered", "no checkpoint is signed with the key of manifest.json", 1)
        if manifest["chain"] != self.chain.hex():
            raise Verdict("tampered", "the newest entry is not the one in manifest.json", self.signed + 1)
        if (self.full, self.stubs) != (manifest["full"], manifest["stubs"]):
            raise Verdict("tampered", "entries were withheld that manifest.json says are there")
        is_archive, base = manifest["purpose"] == "archive", manifest["first"] - 1
        if is_archive and (self.signed != n or self.stubs > 0):
            raise Verdict("tampered", "an archive is whole and ends with a checkpoint")
        if base > 0 and not is_archive and not any(names(one, base, self.base) for one in self.named):
            raise Verdict("tampered", "no entry says that entries up to %d were archived" % base, base)
        self.files()

    def files(self):
        """Step 6."""
        files = self.manifest["files"]
        if not any(item["name"] == "audit.jsonl" for item in files):
            raise Verdict("tampered", "manifest.json does not name audit.jsonl")
        for item in files:
            name = item["name"]
            if not is_file_name(name):
                raise Verdict("tampered", shown(name) + " is not a file name")
            path = os.path.join(self.folder, name)
            if is_there(path):
                check_file(item, path)
            else:
                self.notes.append("not there: " + shown(name))
        listed = {b"manifest.json", b"manifest.sig"}
        listed.update(item["name"].encode("utf-8", "surrogatepass") for item in files)
        for found in sorted(os.listdir(os.fsencode(self.folder))):
            if found not in listed:
                self.notes.append("not in the manifest: " + shown(found.decode("latin-1")))


def names(details, size, chain=None):
    """Whether an entry's details name the archive of that size, and that chain value if one is given."""
    is_size_named = is_size(details.get("size")) and details["size"] == size
    return is_size_named and chain in (None, details.get("chain"))


def check_evidence(asked, walks):
    """Steps 7 to 9."""
    last, first = walks[-1], walks[0].manifest["first"]
    named = [details for walk in walks for details in walk.named]
    for walk in walks:
        size = walk.manifest["size"]
        if walk.manifest["purpose"] != "archive":
            continue
        said = [details.get("digest") for details in named if names(details, size)]
        if any(digest != walk.manifest_digest for digest in said):
            raise Verdict("tampered", "the archive up to %d is not the one the log names" % size)
        if not said and last.manifest["purpose"] == "export":
            raise Verdict("tampered", "the log does not name the archive up to %d" % size)
    n, reached = last.n, asked["reached"]
    if reached is not None:
        size, chain = reached
        if n < size:
            raise Verdict("truncated", "the log ends at entry %d, but it had reached %d" % (n, size), n + 1)
        if chain is not None and size < first - 1:
            raise Verdict("uncheckable", "entry %d lies in an archive that was not given" % size)
        if chain is not None and chain != asked.get("chain reached"):
            raise Verdict("tampered", "entry %d is not the one it was" % size)
    for mark in last.marks:
        size = mark["size"]
        if n < size and last.manifest["purpose"] == "export":
            message = "the log ends at entry %d, but the keychain knew that it had reached %d"
            raise Verdict("truncated", message % (n, size), n + 1)
        if mark.get("seen", mark["chain"]) != mark["chain"]:
            raise Verdict("tampered", "entry %d is not the one the keychain knew" % size)
    for name in asked["witnesses"]:
        if first > 1:
            raise Verdict("uncheckable", name + " may be of an archive that was not given")
        raise Verdict("truncated", "the log never was what %s bears witness of" % name, n + 1)


def check_folder(asked, folder, walks):
    """Steps 1 to 6."""
    marks = walks[-1].marks if walks else []
    walk = Walk(asked, folder, *read_manifest(asked, folder), marks)
    walks.append(walk)
    if len(walks) > 1:
        walk.join(walks[-2].manifest)
    walk.begin()
    with open(os.path.join(folder, "audit.jsonl"), "rb") as file:
        while data := file.readline(MOST_LINE + 1):
            # Step 3.1: without its line feed a line is unfinished, and the file ends before it.
            if data.endswith(b"\n"):
                walk.line(data[:-1])
            elif len(data) > MOST_LINE:
                n = walk.n + 1
                raise Verdict("tampered", "line %d is not entry %d" % (n, n), n)
    walk.end()


def main(arguments):
    walks, pack = [], None
    try:
        asked = read_arguments(arguments)
        folders, pack = unpacked(asked)
        for folder in folders:
            check_folder(asked, folder, walks)
        check_evidence(asked, walks)
        if pack is not None and pack["fingerprint"] != walks[0].manifest["fingerprint"]:
            raise Verdict("tampered", "the pack and the log in it are signed with different keys")
        entries = sum(walk.full + walk.stubs for walk in walks)
        message = "all %d entries and %d checkpoints agree" % (entries, sum(walk.checked for walk in walks))
        verdict = Verdict("intact", message)
    except Verdict as found:
        verdict = found
    except OSError:
        verdict = Verdict("uncheckable", "a file or folder can not be read")
    lines = ["%s: %s" % (verdict.word, verdict.sentence)]
    if verdict.word in ("tampered", "truncated"):
        lines.append("first bad entry: %s" % verdict.bad)
    if pack is not None:
        lines.append("evidence pack: %d files, none beyond them" % len(pack["files"]))
    for index, walk in enumerate(walks):
        first, size = walk.manifest["first"], walk.manifest["size"]
        if len(walks) > 1:
            lines.append("folder %d: entries %d to %d" % (index + 1, first, size))
        elif first > 1:
            lines.append("begins behind: entry %d, archived" % (first - 1))
        lines.append("log: " + walk.manifest["logId"])
        lines.append("entries: %d full, %d stubs" % (walk.full, walk.stubs))
        lines.append("checkpoints: %d (%d under another key)" % (walk.checked, walk.foreign))
        reached = walk.manifest["reached"]
        lines.append("behind the last checkpoint: %d" % (walk.n - walk.signed))
        lines.append("mark of the keychain: " + ("none" if reached is None else "entry %d" % reached["size"]))
        lines.append("key fingerprint: " + walk.manifest["fingerprint"])
        lines.extend(walk.noted[:MOST_NOTED])
        if len(walk.noted) > MOST_NOTED:
            lines.append("and %d more" % (len(walk.noted) - MOST_NOTED))
        lines.extend(walk.notes)
    sys.stdout.write("\n".join(lines) + "\n")
    return {"intact": 0, "tampered": 2, "truncated": 3, "uncheckable": 4}[verdict.word]


if __name__ == "__main__":
    # Names of files and orders may hold what the console's own encoding can't show.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
