<?php
// Runs one action with tributary.php: the request comes from stdin, the result goes to stdout.
declare(strict_types=1);

require __DIR__ . '/tributary.php';

use Tributary\Client;
use Tributary\Refused;
use Tributary\Unavailable;

/** @param array<string, mixed> $given */
function run(array $given): mixed
{
    if ($given['action'] === 'sign') {
        return array_map(static fn (array $parts) => Tributary\sign(...$parts), $given['requests']);
    }
    if ($given['action'] === 'prepare') {
        return Tributary\prepare($given['activity']);
    }
    ['url' => $url, 'datamart_id' => $datamart, 'key_id' => $key, 'secret_key' => $secret] = $given;
    $client = new Client($url, $datamart, $key, $secret, $given['max_tries']);
    try {
        return $given['action'] === 'collect' ? $client->collect($given['line']) : $client->collectAll($given['lines']);
    } catch (Refused $error) {
        return ['refused' => $error->status, 'answer' => $error->answer];
    } catch (Unavailable) {
        return ['unavailable' => true];
    }
}

echo json_encode(run(json_decode(stream_get_contents(STDIN), true)), JSON_THROW_ON_ERROR);
