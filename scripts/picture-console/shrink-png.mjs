// Makes a picture of a page a third as large: its 256 most frequent colours, and the nearest of them for the others.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** @param png 8 bits a channel, RGB or RGBA and not interlaced, as Chromium writes it */
export function shrinkPng(png) {
  const { width, height, channels, data } = decode(png);
  const pixels = unfilter(inflateSync(data), width, height, channels);
  const { palette, indexOf } = choosePalette(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const chunks = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9 }))];
  return Buffer.concat([signature, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function decode(png) {
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (!channels || png[24] !== 8 || png[28] !== 0) throw new Error('unexpected kind of PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), channels, data: Buffer.concat(parts) };
}

function unfilter(raw, width, height, channels) {
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : bytes[y * stride + x - channels];
      const up = y === 0 ? 0 : bytes[(y - 1) * stride + x];
      const corner = x < channels || y === 0 ? 0 : bytes[(y - 1) * stride + x - channels];
      bytes[y * stride + x] = raw[y * (stride + 1) + 1 + x] + predict(filter, left, up, corner);
    }
  }
  return Uint32Array.from({ length: width * height }, (_, index) => bytes.readUIntBE(index * channels, 3));
}

function predict(filter, left, up, corner) {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter];
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function choosePalette(pixels) {
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one);
  const palette = byCount.slice(0, 256).map(([colour]) => colour);
  const indexes = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (colour) => {
    const known = indexes.get(colour);
    if (known !== undefined) return known;
    const distances = palette.map((other) => distance(colour, other));
    const nearest = distances.indexOf(Math.min(...distances));
    indexes.set(colour, nearest);
    return nearest;
  };
  return { palette, indexOf };
}

const distance = (one, other) =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const result = Buffer.alloc(content.length + 12);
  result.writeUInt32BE(content.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), content.length + 8);
  return result;
}
