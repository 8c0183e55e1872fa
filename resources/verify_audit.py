#!/usr/bin/env python3
"""Checks an exported audit log; needs Python 3.9 or later and nothing else. It reads the folder and writes nothing.

Written from docs/audit-format.md alone; section numbers below are that page's.
Usage: python3 verify_audit.py <folder> [--fingerprint HEX] [--reached SIZE[:CHAIN]] [--witness CLIENT_ORDERID]...
"""

import base64
import binascii
import hashlib
import json
import os
import re
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


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


def object_in(data):
    """The object that a UTF-8 JSON text holds, or None."""
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def sha256(data):
    return hashlib.sha256(data).digest()


# --- Section 5 ---------------------------------------------------------------------------------------------------------------


def read_arguments(arguments):
    asked = {"folder": None, "fingerprint": None, "reached": None, "witnesses": {}}
    rest = list(arguments)
    while rest:
        name = rest.pop(0)
        if not name.startswith("--"):
            if asked["folder"] is not None:
                raise Verdict("uncheckable", "more than one folder was given")
            asked["folder"] = name
            continue
        if not rest:
            raise Verdict("uncheckable", name + " needs a value")
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
                raise Verdict("uncheckable", value + " does not end in 8 hex digits")
            asked["witnesses"][value] = head
        else:
            raise Verdict("uncheckable", name + " is not known")
    if asked["folder"] is None:
        raise Verdict("uncheckable", "no folder was given")
    return asked


def is_manifest(manifest):
    """Step 1: every key of section 4 is there and has its form."""
    text = lambda name: isinstance(manifest.get(name), str)
    if not (text("program") and text("madeAt") and isinstance(manifest.get("filter"), dict)):
        return False
    if not (is_hex(manifest.get("logId"), 16) and is_hex(manifest.get("chain"), 32)):
        return False
    if not (is_size(manifest.get("first")) and manifest["first"] == 1):
        return False
    if not all(is_size(manifest.get(name)) for name in ("size", "full", "stubs")):
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


def read_manifest(asked):
    """Steps 1 and 2."""
    contents = {}
    for name in ("manifest.json", "manifest.sig", "audit.jsonl"):
        try:
            with open(os.path.join(asked["folder"], name), "rb") as file:
                contents[name] = b"" if name == "audit.jsonl" else file.read()
        except OSError:
            raise Verdict("uncheckable", name + " can not be read") from None
    data = contents["manifest.json"]
    manifest = object_in(data)
    if manifest is None:
        raise Verdict("uncheckable", "manifest.json is not a JSON object")
    known = manifest.get("format") == "paydesk-audit-export"
    if not known or not is_size(manifest.get("v")) or manifest["v"] != 1:
        raise Verdict("uncheckable", "this is not an export of a known format")
    if not is_manifest(manifest):
        raise Verdict("uncheckable", "manifest.json lacks a part, or a part has another form")
    line = contents["manifest.sig"].decode("latin-1")
    signature = from_base64(line[:-1], 64) if line.endswith("\n") else None
    key = from_base64(manifest["publicKey"])
    if signature is None or not is_signed(data, signature, key):
        raise Verdict("tampered", "the signature of manifest.json is wrong")
    if sha256(key).hex() != manifest["fingerprint"]:
        raise Verdict("tampered", "the fingerprint in manifest.json is not that of its key")
    if asked["fingerprint"] not in (None, manifest["fingerprint"]):
        raise Verdict("tampered", "the export is signed with another key than the one you wrote down")
    return manifest


class Walk:
    def __init__(self, asked, manifest):
        self.asked, self.manifest = asked, manifest
        self.log_id = bytes.fromhex(manifest["logId"])
        self.n, self.chain = 0, bytes(32)
        self.full = self.stubs = self.signed = self.checked = self.foreign = 0
        self.digest = "0" * 64
        self.fields = [object_in(from_base64(item["body"])) for item in manifest["checkpoints"]]
        self.unseen = dict(asked["witnesses"])
        self.chain_reached = None
        self.notes = []
        self.notice()

    def notice(self):
        """What steps 7 and 8 ask for, noted while the chain goes by."""
        value = self.chain.hex()
        if self.asked["reached"] and self.asked["reached"][0] == self.n:
            self.chain_reached = value
        self.unseen = {name: head for name, head in self.unseen.items() if not value.startswith(head)}

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
            if (fields.get("v"), fields.get("seq")) != (1, n):
                raise Verdict("tampered", "the text of entry %d was changed" % n, n)
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
            words = "the log contradicts its checkpoint at %d: entries %d to %d are not all as they were"
            raise Verdict("tampered", words % (n, self.signed + 1, n), self.signed + 1)
        is_foreign = item["publicKey"] != self.manifest["publicKey"]
        if is_foreign and self.foreign < self.checked:
            words = "the checkpoint at %d carries another key than the one before it"
            raise Verdict("tampered", words % n, self.signed + 1)
        self.signed, self.digest = n, sha256(body + signature).hex()
        self.checked += 1
        self.foreign += is_foreign

    def end(self):
        """Steps 4 to 8."""
        n, manifest, reached = self.n, self.manifest, self.asked["reached"]
        sizes = [fields["size"] for fields in self.fields if fields and is_size(fields.get("size"))]
        furthest = max([manifest["size"], *sizes])
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
        self.files()
        if reached is not None:
            if n < reached[0]:
                raise Verdict("truncated", "the log ends at entry %d, but it had reached %d" % (n, reached[0]), n + 1)
            if reached[1] not in (None, self.chain_reached):
                raise Verdict("tampered", "entry %d is not the one it was" % reached[0])
        for name in self.unseen:
            raise Verdict("truncated", "the log never was what %s bears witness of" % name, n + 1)

    def files(self):
        """Step 6."""
        files = self.manifest["files"]
        if not any(item["name"] == "audit.jsonl" for item in files):
            raise Verdict("tampered", "manifest.json does not name audit.jsonl")
        for item in files:
            name = item["name"]
            if "/" in name or "\\" in name or name == "..":
                raise Verdict("tampered", name + " is not a file name")
            path = os.path.join(self.asked["folder"], name)
            if not os.path.exists(path):
                self.notes.append("not there: " + name)
                continue
            digest, length = hashlib.sha256(), 0
            with open(path, "rb") as file:
                for chunk in iter(lambda: file.read(1 << 16), b""):
                    digest.update(chunk)
                    length += len(chunk)
            if length != item["bytes"] or digest.hexdigest() != item["sha256"]:
                raise Verdict("tampered", name + " was changed")


def main(arguments):
    walk, manifest = None, None
    try:
        asked = read_arguments(arguments)
        manifest = read_manifest(asked)
        walk = Walk(asked, manifest)
        with open(os.path.join(asked["folder"], "audit.jsonl"), "rb") as file:
            for data in file:
                # Step 3.1: without its line feed a line is unfinished, and the file ends before it.
                if data.endswith(b"\n"):
                    walk.line(data[:-1])
        walk.end()
        words = "all %d entries and %d checkpoints agree" % (walk.n, walk.checked)
        verdict = Verdict("intact", words)
    except Verdict as found:
        verdict = found
    except OSError as error:
        verdict = Verdict("uncheckable", str(error))
    lines = ["%s: %s" % (verdict.word, verdict.sentence)]
    if verdict.word in ("tampered", "truncated"):
        lines.append("first bad entry: %s" % verdict.bad)
    if walk is not None:
        lines.append("log: " + manifest["logId"])
        lines.append("entries: %d full, %d stubs" % (walk.full, walk.stubs))
        lines.append("checkpoints: %d (%d under another key)" % (walk.checked, walk.foreign))
        lines.append("key fingerprint: " + manifest["fingerprint"])
        lines.extend(walk.notes)
    sys.stdout.write("\n".join(lines) + "\n")
    return {"intact": 0, "tampered": 2, "truncated": 3, "uncheckable": 4}[verdict.word]


if __name__ == "__main__":
    # Names of files and orders may hold what the console's own encoding can't show.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
