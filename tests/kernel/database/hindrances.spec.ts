import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { findHindrances, type Hindrance, isHindered } from '#app/kernel/hindrances'

/** So many rows, each worth 250, whatever the record. */
const rowsOf = (count: number, name: string): Hindrance => ({
  rows: (record) => `select 250 as minor from generate_series(1, ${count}) where ${record} > 0`,
  sum: 'minor',
  says: (found, minor) => `${name}: ${found} (${minor})`,
  href: (record) => `/${name}/${record}`,
})

test.group('What stands against an act', () => {
  test('what is there is told in its order, counted and added up; what is not there is left out', async ({
    assert,
  }) => {
    const found = await findHindrances([rowsOf(2, 'first'), rowsOf(0, 'none'), rowsOf(3, 'last')], 7)

    assert.deepEqual(found, [
      { count: 2, text: 'first: 2 (500)', href: '/first/7' },
      { count: 3, text: 'last: 3 (750)', href: '/last/7' },
    ])
    assert.deepEqual(await findHindrances([], 7), [])
  })

  test('no more are counted than somebody wants to know', async ({ assert }) => {
    const [found] = await findHindrances([rowsOf(50, 'many')], 7, { countMax: 10 })

    assert.equal(found?.count, 10)
  })

  test('as a condition it holds while anything is there', async ({ assert }) => {
    const holds = async (hindrances: Hindrance[], record: string) =>
      (await oneRow<{ is: boolean }>(`select ${isHindered(hindrances, record)} as is`)).is

    assert.isTrue(await holds([rowsOf(0, 'none'), rowsOf(1, 'one')], '7'))
    assert.isFalse(await holds([rowsOf(0, 'none'), rowsOf(1, 'one')], '0'))
    assert.isFalse(await holds([], '7'))
  })
})
