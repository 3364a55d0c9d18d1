import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { packAssets } from '../../../bin/tasks/pack_assets.js'

const SCRIPT = `export const words = ${JSON.stringify('caudal '.repeat(2_000))}\n`
const folder = () => app.publicPath('assets/probe')

type Answer = { status: number; headers: IncomingMessage['headers']; bytes: Buffer }

/** As a browser asks, without anything being unpacked on the way. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`http://${process.env.HOST}:${process.env.PORT}${path}`, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        })
      )
    }).on('error', reject)
  })
}

test.group('Built files', (group) => {
  group.setup(async () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(`${folder()}/app-1a2B_c4d.js`, SCRIPT)
    writeFileSync(`${folder()}/tiny-1a2B_c4d.js`, 'export {}')
    writeFileSync(`${folder()}/plain.js`, SCRIPT)
    await packAssets(folder())
    return () => rmSync(folder(), { recursive: true, force: true })
  })

  test('come packed as the browser takes them, as what they are, and for a year', async ({ assert }) => {
    const path = '/assets/probe/app-1a2B_c4d.js'
    const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await ask(path, { 'accept-encoding': 'gzip' })
    const plain = await ask(path)
    const refused = await ask(path, { 'accept-encoding': 'br;q=0, gzip;q=0' })

    assert.equal(brotliDecompressSync(brotli.bytes).toString(), SCRIPT)
    assert.equal(gunzipSync(gzip.bytes).toString(), SCRIPT)
    assert.equal(plain.bytes.toString(), SCRIPT)
    assert.equal(refused.bytes.toString(), SCRIPT)
    assert.deepEqual(
      [brotli, gzip, plain, refused].map(({ headers }) => headers['content-encoding']),
      ['br', 'gzip', undefined, undefined]
    )
    for (const { headers } of [brotli, gzip, plain]) {
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.match(headers['content-type'] ?? '', /^text\/javascript/)
      assert.match(headers.vary ?? '', /accept-encoding/i)
    }
    assert.lengthOf(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)), 3)
    const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': brotli.headers.etag ?? '' })
    assert.equal(again.status, 304)
  })

  test('a range is of the bytes that are sent', async ({ assert }) => {
    const path = '/assets/probe/app-1a2B_c4d.js'
    const whole = await ask(path, { 'accept-encoding': 'br' })
    const part = await ask(path, { 'accept-encoding': 'br', range: 'bytes=3-9' })
    assert.equal(part.status, 206)
    assert.deepEqual(part.bytes, whole.bytes.subarray(3, 10))
    assert.equal(part.headers['content-range'], `bytes 3-9/${whole.bytes.length}`)
    const plain = await ask(path, { range: 'bytes=0-5' })
    assert.equal(plain.bytes.toString(), SCRIPT.slice(0, 6))
  })

  test('without a hash they are asked for again, and what is small is sent as it is', async ({ assert }) => {
    const plain = await ask('/assets/probe/plain.js', { 'accept-encoding': 'br' })
    const icon = await ask('/favicon.svg', { 'accept-encoding': 'br' })
    const tiny = await ask('/assets/probe/tiny-1a2B_c4d.js', { 'accept-encoding': 'br' })
    const away = await ask('/assets/../package.js', { 'accept-encoding': 'br' })
    assert.equal(plain.headers['content-encoding'], 'br')
    assert.deepEqual(
      [plain, icon].map(({ headers }) => headers['cache-control']),
      ['no-cache', 'no-cache']
    )
    assert.isUndefined(tiny.headers['content-encoding'])
    assert.equal(tiny.bytes.toString(), 'export {}')
    assert.notEqual(away.status, 200)
  })

  test('a name that is written in escapes is found, and a folder is an address like any other', async ({
    assert,
  }) => {
    const escaped = await ask('/assets/probe/plain%2Ejs')
    assert.equal(escaped.bytes.toString(), SCRIPT)
    const [folderAnswer, unknown] = [await ask('/assets/probe'), await ask('/no-existe')]
    assert.deepEqual(
      [folderAnswer.status, folderAnswer.headers.location],
      [unknown.status, unknown.headers.location]
    )
  })
})

test.group('Answers', () => {
  test('large ones are packed, small ones and those for another site are not', async ({ assert }) => {
    const page = await ask('/login', { 'accept-encoding': 'br', accept: 'text/html' })
    const plain = await ask('/login', { accept: 'text/html' })
    const foreign = await ask('/login', {
      'accept-encoding': 'br',
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
    })
    const small = await ask('/providers', { 'accept-encoding': 'br', accept: 'application/json' })

    assert.equal(page.headers['content-encoding'], 'br')
    assert.match(page.headers['content-type'] ?? '', /^text\/html/)
    assert.match(page.headers.vary ?? '', /accept-encoding/i)
    assert.equal(page.headers['content-length'], String(page.bytes.length))
    assert.match(brotliDecompressSync(page.bytes).toString(), /<title>/)
    assert.equal(page.headers['cache-control'], 'private, no-cache')
    assert.isBelow(small.bytes.length, 1_400)
    for (const one of [plain, foreign, small]) assert.isUndefined(one.headers['content-encoding'])
    assert.match(plain.headers.vary ?? '', /accept-encoding/i)
  })
})
