import { test } from '@japa/runner'
import { cycle, groupMatches, highlight, searchMenu } from '../../../inertia/layouts/menu_matches.js'

const entry = (group: string, title: string, ...keywords: string[]) => ({ group, title, keywords })
const menu = [
  entry('Pagar', 'Pagar Nómina', 'nóminas', 'salarios'),
  entry('Pagar', 'Pagar Proveedores', 'remesa'),
  entry('Proveedores', 'Listado de Proveedores', 'acreedores'),
  entry('Proveedores', 'Perfiles de Gastos', 'conceptos'),
  entry('Bancos', 'Ámbar', 'cuentas'),
  entry('', 'Zona libre', 'suelto'),
]
const titles = (query: string) => searchMenu(menu, query).map((item) => item.title)

test.group('Menu search', () => {
  test('a blank query finds nothing', ({ assert }) => {
    assert.deepEqual(titles(''), [])
    assert.deepEqual(titles('   '), [])
  })

  test('title, keyword and group are searched without regard to case', ({ assert }) => {
    assert.deepEqual(titles('REMESA'), ['Pagar Proveedores'])
    assert.deepEqual(titles('bancos'), ['Ámbar'])
  })

  test('accents are forgiven in what is typed and in what is found', ({ assert }) => {
    assert.deepEqual(titles('nomina'), ['Pagar Nómina'])
    assert.deepEqual(titles('ambar'), ['Ámbar'])
    assert.deepEqual(titles('nómina'), ['Pagar Nómina'])
  })

  test('titles that start with the query come first, the rest follow the alphabet', ({ assert }) => {
    assert.deepEqual(titles('p'), [
      'Pagar Nómina',
      'Pagar Proveedores',
      'Perfiles de Gastos',
      'Listado de Proveedores',
    ])
    assert.deepEqual(titles('prov'), ['Listado de Proveedores', 'Pagar Proveedores', 'Perfiles de Gastos'])
  })

  test('results are grouped in the order of the first of each group, and those without one are «Otros»', ({
    assert,
  }) => {
    const groups = groupMatches(searchMenu(menu, 'prov'))
    assert.deepEqual(
      groups.map((group) => group.group),
      ['Proveedores', 'Pagar']
    )
    assert.equal(groupMatches(searchMenu(menu, 'zona'))[0]?.group, 'Otros')
  })

  test('a query of five hundred letters is cut at one hundred', ({ assert }) => {
    const long = entry('Otros', 'a'.repeat(120))
    assert.lengthOf(searchMenu([long], 'a'.repeat(500)), 1)
  })

  test('the highlight falls on the accented letters as they are written', ({ assert }) => {
    assert.deepEqual(highlight('Pagar Nómina', 'nomi'), [
      { text: 'Pagar ', isMatch: false },
      { text: 'Nómi', isMatch: true },
      { text: 'na', isMatch: false },
    ])
    assert.deepEqual(
      highlight('Pago a pagar', 'pa').filter((part) => part.isMatch),
      [
        { text: 'Pa', isMatch: true },
        { text: 'pa', isMatch: true },
      ]
    )
    assert.deepEqual(highlight('Ventas', 'x'), [{ text: 'Ventas', isMatch: false }])
  })

  test('the arrows go round the list', ({ assert }) => {
    assert.equal(cycle(0, -1, 3), 2)
    assert.equal(cycle(2, 1, 3), 0)
    assert.equal(cycle(0, 1, 0), -1)
  })
})
