import { test } from '@japa/runner'
import { nightlyName, outlived } from '#app/backup/retention'

test.group('Nightly backups', () => {
  test('are named by the clock of Madrid', ({ assert }) => {
    assert.equal(nightlyName('2026-11-26T02:00:03.123+01:00'), 'caudal-2026-11-26-020003.tar.gz')
  })

  test('the last seven stay, and the last of each of four months; what else lies there is nobody’s', ({
    assert,
  }) => {
    const days = (month: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        nightlyName(`2026-${month}-${String(at + 1).padStart(2, '0')}T02:00:00`)
      )
    const names = [
      ...days('07', 30),
      ...days('08', 31),
      ...days('09', 30),
      ...days('10', 31),
      ...days('11', 9),
    ]

    const gone = new Set(outlived([...names, 'propia.tar.gz', 'notas.txt']))

    assert.deepEqual(
      names.filter((name) => !gone.has(name)),
      [
        nightlyName('2026-08-31T02:00:00'),
        nightlyName('2026-09-30T02:00:00'),
        nightlyName('2026-10-31T02:00:00'),
        ...days('11', 9).slice(2),
      ]
    )
    assert.isFalse(gone.has('propia.tar.gz'))
  })
})
