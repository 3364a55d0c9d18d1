import { test } from '@japa/runner'
import { isFlag, isFlags, isTexts, keptValue } from '../../../inertia/browser_store.js'

const BROKEN = [
  null,
  'null',
  '',
  '{',
  '7',
  '"texto"',
  '[1,2]',
  '{"a":1}',
  '[null]',
  '{"a":{"b":true}}',
  'undefined',
]

test.group('What a browser kept', () => {
  test('anything but what a reader works with counts as nothing', ({ assert }) => {
    for (const text of BROKEN) {
      assert.isTrue(keptValue(text, true, isFlag), String(text))
      assert.deepEqual(keptValue(text, {}, isFlags), {}, String(text))
      assert.deepEqual(keptValue(text, ['a'], isTexts), ['a'], String(text))
    }
  })

  test('what was kept well is read', ({ assert }) => {
    assert.isFalse(keptValue('false', true, isFlag))
    assert.deepEqual(keptValue('{"Pagos":true}', {}, isFlags), { Pagos: true })
    assert.deepEqual(keptValue('["code"]', [], isTexts), ['code'])
  })
})
