import { test } from '@japa/runner'
import { sqlInControllers } from '../../../bin/tasks/controller_sql.js'
import { areaSources } from '../../../bin/tasks/sql_floors.js'

const PATH = 'app/sites/controllers/planted_controller.ts'
const foundIn = (text: string, path = PATH) => sqlInControllers([{ path, text }]).map(({ line }) => line)

test.group('SQL in controllers', () => {
  for (const planted of [
    'rows(`select id from sites where id = :id`)',
    `rows(\`select id\n from \${TABLE}\`)`,
    'execute("delete from sites")',
    `filters.add(\`not exists (\${LIVE_BANK})\`)`,
    "filters.add('l.account_id = :accountId', { accountId })",
    `filters.add(\`\${column} = :period\`, { period })`,
    "filters.add('p.provider_id is null')",
    "filters.add('not p.active')",
    "filters.add('n.notices && :notices::text[]', { notices })",
    "filters.words(text, 'f_unaccent(lower(p.name))')",
  ])
    test(`is told: ${planted.replaceAll('\n', ' ')}`, ({ assert }) => {
      assert.deepEqual(foundIn(`export const first = 1\n${planted}`), [2])
    })

  test('columns, addresses, words and what a comment says are none', ({ assert }) => {
    const text = [
      "filters.keys('site_ids', 's.site_id').days('posted', 'e.posted_on')",
      '// select id from sites where id = :id',
      `ctx.session.flash("success", \`Factura \${number} creada.\`)`,
      `ctx.response.redirect(\`/sites/\${id}/edit?tab=centers\`)`,
      "router.get('sites/:id', [Sites, 'show'])",
    ].join('\n')

    assert.deepEqual(foundIn(text), [])
  })

  test('files that are no controllers hold it', ({ assert }) => {
    assert.deepEqual(foundIn('rows(`select id from sites`)', 'app/sites/queries/list_sites.ts'), [])
  })

  test('no controller of the product holds any', ({ assert }) => {
    assert.deepEqual(sqlInControllers(areaSources()), [])
  })
})
