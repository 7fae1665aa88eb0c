#!/usr/bin/env python3
"""A ClickHouse server for specs, out of the npm package @chdb/lib-linux-x64-gnu.

libchdb.so contains all of clickhouse-local, which can listen: SYSTEM START LISTEN opens ClickHouse's own HTTP and native
interfaces. Runs in the foreground until SIGTERM. Acknowledged rows survive SIGKILL. One process per data directory.
"""
import argparse
import ctypes
import os
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--lib", required=True, help="path of libchdb.so")
parser.add_argument("--path", required=True, help="data directory")
parser.add_argument("--http-port", required=True)
parser.add_argument("--tcp-port", required=True)
parser.add_argument("engine", nargs="*", help="after --: options of clickhouse-local, such as --config-file=cluster.xml")
options = parser.parse_args()

# The last statement holds the process: a row each 3 s, without an end.
statements = (
    "SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP; SELECT sleepEachRow(3) FROM system.numbers "
    "SETTINGS function_sleep_max_microseconds_per_block = 0, max_block_size = 1 FORMAT Null"
)
arguments = [
    "clickhouse",
    f"--path={os.path.abspath(options.path)}",
    f"--http_port={options.http_port}",
    f"--tcp_port={options.tcp_port}",
    "--listen_host=127.0.0.1",
    *options.engine,
    f"--query={statements}",
]
library = ctypes.CDLL(os.path.abspath(options.lib))
library.chdb_query_cmdline.restype = ctypes.c_void_p
library.chdb_query_cmdline.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
library.chdb_result_error.restype = ctypes.c_char_p
library.chdb_result_error.argtypes = [ctypes.c_void_p]
result = library.chdb_query_cmdline(len(arguments), (ctypes.c_char_p * len(arguments))(*map(str.encode, arguments)))
error = library.chdb_result_error(result)
sys.exit(error.decode() if error else 0)
