import { test } from '@japa/runner'
import { changeQuery, nextSort, readQuery, writeQuery } from '../../../inertia/kit/list/list_query.js'
import { sumByCurrency } from '../../../inertia/kit/list/selection_sum.js'

test.group('Lists', () => {
  test('a filter with several values is read however it is written', ({ assert }) => {
    assert.deepEqual(readQuery('/invoices?site_ids[]=1&site_ids[]=2&q=agua'), {
      site_ids: ['1', '2'],
      q: ['agua'],
    })
    assert.deepEqual(readQuery('/invoices?site_ids[0]=1&q='), { site_ids: ['1'] })
    assert.deepEqual(readQuery('/invoices'), {})
  })

  test('changing a filter goes back to the first page, turning the page keeps the filters', ({ assert }) => {
    const query = readQuery('/invoices?page=4&cursor=abc&status=draft')
    assert.deepEqual(changeQuery(query, { q: 'agua' }), { status: ['draft'], q: ['agua'] })
    assert.deepEqual(changeQuery(query, { page: '5' }), { status: ['draft'], page: ['5'] })
    assert.deepEqual(changeQuery(query, { status: null }), {})
  })

  test('a list of one value is still sent as a list', ({ assert }) => {
    assert.equal(
      writeQuery('/invoices', { site_ids: ['1'], q: ['a b'] }, new Set(['site_ids'])),
      '/invoices?site_ids%5B%5D=1&q=a+b'
    )
    assert.equal(writeQuery('/invoices', {}, new Set()), '/invoices')
  })

  test('a header sorts upwards, then downwards, then not at all', ({ assert }) => {
    assert.equal(nextSort('total', 'due_on', 'asc', false), 'total')
    assert.equal(nextSort('total', 'total', 'asc', true), '-total')
    assert.isNull(nextSort('total', 'total', 'desc', true))
  })

  test('the sum of a selection keeps currencies apart and every cent', ({ assert }) => {
    const amounts = [
      { minor: 1010, currency: 'EUR' },
      null,
      { minor: 33, currency: 'USD' },
      { minor: -1, currency: 'EUR' },
    ]
    assert.deepEqual(sumByCurrency(amounts), [
      { minor: 1009, currency: 'EUR' },
      { minor: 33, currency: 'USD' },
    ])
  })
})
