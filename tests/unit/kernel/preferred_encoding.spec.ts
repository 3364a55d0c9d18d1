import { test } from '@japa/runner'
import { preferredEncoding } from '#app/kernel/http/preferred_encoding'

test('the best packing that a browser takes is chosen', ({ assert }) => {
  const cases: [string | undefined, 'br' | 'gzip' | null][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', null],
    ['identity', null],
    ['', null],
    [undefined, null],
    ['br;q=nonsense', null],
  ]
  for (const [header, wanted] of cases) assert.equal(preferredEncoding(header), wanted, String(header))
  assert.equal(preferredEncoding('br', ['gzip']), null)
})
