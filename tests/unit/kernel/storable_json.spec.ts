import { test } from '@japa/runner'
import { storableJson } from '#app/kernel/database/storable_json'

test.group('JSON that is stored', () => {
  test('loses the sign NUL, and keeps a backslash that somebody wrote before «u0000»', ({ assert }) => {
    const written = ['a\0b', 'pago \\u0000 \\', { text: 'c:\\u0000d' }]

    assert.deepEqual(JSON.parse(storableJson(written)), ['ab', 'pago \\u0000 \\', { text: 'c:\\u0000d' }])
  })
})
