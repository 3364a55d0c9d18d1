import { test } from '@japa/runner'
import { drawerFor, paletteFor } from '#app/identity/menu'
import { MENU_TABLE } from '#app/identity/menu_table'
import { ROLES, type Role } from '#app/identity/roles'
import { makeSignedIn } from '#tests/factories/sign_in'
import { EXPECTED_COUNTS, EXPECTED_MENU, type ExpectedEntry } from '#tests/identity/menu_expectations'

type Viewer = { role: Role; twoFactorEnabled: boolean }
type ShownEntry = { title: string; route: string; roles: Role[]; drawer: boolean }

const VIEWERS: Viewer[] = ROLES.flatMap((role) =>
  [true, false].map((twoFactorEnabled) => ({ role, twoFactorEnabled }))
)
const seesEverything = (viewer: Viewer) => viewer.twoFactorEnabled || viewer.role === 's1st3ma'
const labelOf = ({ role, twoFactorEnabled }: Viewer) =>
  `${role} ${twoFactorEnabled ? 'with' : 'without'} the second factor`

const expectedPalette = (viewer: Viewer): ExpectedEntry[] =>
  seesEverything(viewer) ? EXPECTED_MENU.filter((entry) => entry.palette.includes(viewer.role)) : []
const expectedDrawer = (viewer: Viewer): ExpectedEntry[] =>
  EXPECTED_MENU.filter(
    (entry) => entry.drawer.includes(viewer.role) && (seesEverything(viewer) || entry.always)
  )
const routesOf = (entries: readonly { route: string }[]) => entries.map((entry) => entry.route)
/** Entries that areas bring and the specification does not have are not its business. */
const specified = <Entry extends { route: string }>(entries: readonly Entry[]) =>
  entries.filter(({ route }) => EXPECTED_MENU.some((expected) => expected.route === route))

const EVERYBODY = ROLES.map((role) => ({ role, twoFactorEnabled: true }))
const isBuilt = (route: string) =>
  EVERYBODY.some((viewer) => drawerFor(viewer).some((item) => item.route === route))

test.group('The menu table', () => {
  test('has the entries of the specification in its order, each with its group, title, path and route', ({
    assert,
  }) => {
    const naked = (entries: readonly { group: string; title: string; path: string; route: string }[]) =>
      entries.map(({ group, title, path, route }) => ({ group, title, path, route }))

    assert.deepEqual(naked(MENU_TABLE), naked(EXPECTED_MENU))
  })

  for (const expected of EXPECTED_MENU) {
    test(`«${expected.group} › ${expected.title}» is in palette and drawer for the roles of the specification`, ({
      assert,
    }) => {
      const entry = MENU_TABLE.find((item) => item.route === expected.route)

      assert.sameMembers([...(entry?.palette ?? [])], [...expected.palette])
      assert.sameMembers([...(entry?.drawer ?? [])], [...expected.drawer])
      assert.equal(entry?.withoutTwoFactor ?? false, expected.always)
    })
  }

  test('every role has as many entries as the specification counts', ({ assert }) => {
    for (const role of ROLES) {
      const inDrawer = MENU_TABLE.filter((item) => item.drawer.includes(role))
      const counts = {
        palette: MENU_TABLE.filter((item) => item.palette.includes(role)).length,
        drawer: inDrawer.length,
        withoutTwoFactor:
          role === 's1st3ma' ? inDrawer.length : inDrawer.filter((item) => item.withoutTwoFactor).length,
      }
      assert.deepEqual(counts, EXPECTED_COUNTS[role], role)
    }
  })

  test('the header of the audit section belongs to an entry that superC0ntab1l1dad and c0ntab1l1dad do not have', ({
    assert,
  }) => {
    const headed = MENU_TABLE.filter((item) => item.header)

    assert.deepEqual(
      headed.map(({ header, route, drawer }) => ({ header, route, drawer })),
      [{ header: 'Auditoría', route: 'analyze.invoice', drawer: ['s1st3ma', 'aprobador'] }]
    )
  })

  test('the two places disagree on the e-money provider, and both stand', ({ assert }) => {
    const entry = MENU_TABLE.find((item) => item.route === 'mangopays')

    assert.include(entry?.palette, 'c0ntab1l1dad')
    assert.notInclude(entry?.drawer, 'c0ntab1l1dad')
  })

  test('every entry has an icon and keywords of its own', ({ assert }) => {
    for (const { title, icon, keywords } of MENU_TABLE) {
      assert.match(icon, /^[a-z-]+$/, title)
      assert.isNotEmpty(
        keywords.filter((keyword) => keyword.trim() !== ''),
        title
      )
    }
  })
})

for (const viewer of VIEWERS) {
  test.group(`The menu of ${labelOf(viewer)}`, () => {
    test('the palette offers exactly what the specification gives', ({ assert }) => {
      assert.deepEqual(
        routesOf(specified(paletteFor(viewer))),
        routesOf(expectedPalette(viewer)).filter(isBuilt)
      )
    })

    test('the drawer offers exactly what the specification gives', ({ assert }) => {
      assert.deepEqual(
        routesOf(specified(drawerFor(viewer))),
        routesOf(expectedDrawer(viewer)).filter(isBuilt)
      )
    })

    test('the browser receives both lists and nothing else', async ({ client, assert }) => {
      const { session } = await makeSignedIn(viewer.role, { twoFactor: viewer.twoFactorEnabled })

      const response = await client.get('/2faSecurity').withSession(session).withInertia()

      const menu = (response.inertiaProps as { menu: ShownEntry[] }).menu
      const inPalette = (item: ShownEntry) => seesEverything(viewer) && item.roles.includes(viewer.role)
      assert.sameMembers(routesOf(menu.filter((item) => inPalette(item))), routesOf(paletteFor(viewer)))
      assert.sameMembers(routesOf(menu.filter((item) => item.drawer)), routesOf(drawerFor(viewer)))
      assert.isEmpty(menu.filter((item) => !inPalette(item) && !item.drawer))
    })

    test('each page opens, refuses or asks for the second factor as its entry says', async ({
      client,
      assert,
    }) => {
      const { session } = await makeSignedIn(viewer.role, { twoFactor: viewer.twoFactorEnabled })

      for (const entry of EXPECTED_MENU) {
        const response = await client.get(entry.path).withSession(session).withInertia().redirects(0)
        assert.equal(
          outcomeOf(response.status(), response.header('location')),
          expectedOutcome(viewer, entry),
          `${entry.group} › ${entry.title}`
        )
      }
    })
  })
}

function expectedOutcome(viewer: Viewer, { route, palette, drawer, always }: ExpectedEntry): string {
  if (!isBuilt(route)) return 'not found'
  if (!seesEverything(viewer) && !always) return 'leads to /2faSecurity'
  if (route === '/' && viewer.role === 'adm1n1strat0r')
    return `leads to ${isBuilt('users') ? '/users' : '/accounts'}`
  return palette.includes(viewer.role) || drawer.includes(viewer.role) ? 'opens' : 'refused'
}

function outcomeOf(status: number, location: string | undefined): string {
  if (location) return `leads to ${location}`
  return { 200: 'opens', 403: 'refused', 404: 'not found' }[status] ?? `answers ${status}`
}
