import { test } from '@japa/runner'
import { bringEntries, entryAbove, mergeMenus, placeEntries } from '#app/identity/menu'

const own = (group: string) => ({
  group,
  title: 'Avisos',
  path: '/avisos',
  icon: 'bell',
  keywords: ['avisos'],
  palette: [],
  drawer: [],
  pages: [],
})

test.group('The menu of areas', () => {
  test('an entry that the table does not have stands last in its group', ({ assert }) => {
    const entries = [
      { route: 'notices', group: 'Principal' },
      { route: 'providers.index', group: 'Proveedores' },
      { route: 'historypay', group: 'Principal' },
      { route: 'accounts', group: 'Principal' },
    ]

    assert.deepEqual(
      placeEntries(entries).map(({ route }) => route),
      ['accounts', 'historypay', 'notices', 'providers.index']
    )
  })

  test('an area that tells too little, too much or a group that is none is told what to do', ({ assert }) => {
    const bring = (menu: Parameters<typeof bringEntries>[0]['menu']) => () =>
      bringEntries({ name: 'notices', ...(menu ? { menu } : {}) })

    assert.throws(bring({ 'notices.index': [] }), /tell the whole entry/)
    assert.throws(bring({ accounts: own('Principal') }), /tell its pages only/)
    assert.throws(bring({ 'notices.index': own('Avisos') }), /no group of the menu is called «Avisos»/)
  })

  test('pages of one entry that several parts of an area light are added up', ({ assert }) => {
    assert.deepEqual(mergeMenus([{ accounts: ['a'] }, undefined, { accounts: ['b'], users: [] }]), {
      accounts: ['a', 'b'],
      users: [],
    })
  })

  test('an address belongs to the entry whose path begins it', ({ assert }) => {
    assert.equal(entryAbove('/accounts/transfers')?.title, 'Cuentas Principales')
    assert.equal(entryAbove('/accounts-virtuals')?.title, 'Virtualizaciones')
    assert.isUndefined(entryAbove('/nowhere'))
  })
})
