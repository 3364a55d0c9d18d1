import { test } from '@japa/runner'
import { withPasted } from '../../../inertia/pages/providers/contracts/paste_cells.js'

const row = (code: string, price = '') => ({
  code,
  description: '',
  unit: '',
  price,
  validFrom: '',
  validTo: '',
  minQty: '',
  maxQty: '',
  tiers: '',
  keywords: '',
})

test.group('Cells pasted from a spreadsheet', () => {
  test('they fill to the right and down from where they are put, adding rows', ({ assert }) => {
    const filled = withPasted([row('A', '1'), row('B', '2')], ' 9,50 \tx\r\n8,00\r\n7,25\r\n', {
      row: 1,
      column: ['price'],
    })
    assert.deepEqual(
      filled.map(({ code, price }) => [code, price]),
      [
        ['A', '1'],
        ['B', '9,50'],
        ['', '8,00'],
        ['', '7,25'],
      ]
    )
  })

  test('an empty cell in the block empties its place, a short row leaves the rest', ({ assert }) => {
    const [first] = withPasted([row('A', '1')], 'Z\t', { row: 0, column: ['code', 'price'] })
    assert.deepEqual([first?.code, first?.price], ['Z', ''])
    const [second] = withPasted([row('A', '1')], 'Z', { row: 0, column: ['code', 'price'] })
    assert.deepEqual([second?.code, second?.price], ['Z', '1'])
  })
})
