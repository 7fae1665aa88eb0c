# Runs one action with tributary.py: the request comes from stdin, the result goes to stdout.
import json
import sys

from tributary import Refused, Tributary, Unavailable, prepare, sign

given = json.load(sys.stdin)
if given["action"] == "sign":
    result = [sign(*parts) for parts in given["requests"]]
elif given["action"] == "prepare":
    result = prepare(given["activity"])
else:
    client = Tributary(given["url"], given["datamart_id"], given["key_id"], given["secret_key"], given["max_tries"])
    try:
        result = client.collect(given["line"]) if given["action"] == "collect" else client.collect_all(given["lines"])
    except Refused as error:
        result = {"refused": error.status, "answer": error.answer}
    except Unavailable:
        result = {"unavailable": True}
print(json.dumps(result))
