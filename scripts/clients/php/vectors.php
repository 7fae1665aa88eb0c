<?php
// The signing vectors: php tests/vectors.php
declare(strict_types=1);

require __DIR__ . '/../src/tributary.php';

use function Tributary\sign;

$vectors = json_decode(file_get_contents(__DIR__ . '/signing-vectors.json'), true, flags: JSON_THROW_ON_ERROR);
foreach ($vectors['accept'] as ['uri' => $uri, 'body' => $body, 'mac' => $expected]) {
    $mac = sign($vectors['secret_key'], $uri, $vectors['key_id'], $vectors['timestamp'], $body);
    if ($mac !== $expected) {
        fwrite(STDERR, "$uri is signed with $mac, not with $expected\n");
        exit(1);
    }
}
echo count($vectors['accept']), " vectors\n";
