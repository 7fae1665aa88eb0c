# The signing vectors: python3 -m unittest discover tests
import json
import pathlib
import sys
import unittest

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here.parent / "src"))

from tributary import sign  # noqa: E402

vectors = json.loads((here / "signing-vectors.json").read_text("utf-8"))


class Vectors(unittest.TestCase):
    def test_signs_as_the_vectors_say(self):
        for vector in vectors["accept"]:
            mac = sign(vectors["secret_key"], vector["uri"], vectors["key_id"], vectors["timestamp"], vector["body"])
            self.assertEqual(mac, vector["mac"])


if __name__ == "__main__":
    unittest.main()
