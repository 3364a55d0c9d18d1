import { test } from '@japa/runner'
import { changedNames, sentName, sentNames } from '../../../inertia/kit/form/sent_names.js'

test.group('What a form sends', () => {
  test('goes by the names of the server: {name}')
    .with([
      { name: 'siteId', sent: 'site_id' },
      { name: 'site_id', sent: 'site_id' },
      { name: 'name', sent: 'name' },
      { name: 'defaultVatCodeId', sent: 'default_vat_code_id' },
      { name: 'in347', sent: 'in_347' },
      { name: 'excludedFrom347', sent: 'excluded_from_347' },
      { name: 'in_347', sent: 'in_347' },
      { name: '_request_id', sent: '_request_id' },
    ])
    .run(({ assert }, { name, sent }) => {
      assert.equal(sentName(name), sent)
    })

  test('in rows of lists too; files, and what others have named, stay', ({ assert }) => {
    const file = new File(['a'], 'a.pdf')

    const sent = sentNames({
      siteIds: ['1'],
      files: [file],
      lines: [{ spentOn: '2026-11-03', shares: [{ siteId: 1 }], files: [file] }],
      columns: { taxId: 'NIF' },
      dueOn: null,
    })

    assert.deepEqual(Object.keys(sent), ['site_ids', 'files', 'lines', 'columns', 'due_on'])
    assert.deepEqual(sent.columns, { taxId: 'NIF' })
    assert.strictEqual((sent.files as File[])[0], file)
    assert.deepEqual(sent.lines, [{ spent_on: '2026-11-03', shares: [{ site_id: 1 }], files: [file] }])
  })
})

test.group('What is wrong with a changed value is told', () => {
  test('by its name, and of a value with parts by those that changed', ({ assert }) => {
    assert.deepEqual(changedNames('amount', '1', '2'), ['amount'])
    assert.deepEqual(changedNames('credentials', { key: 'a', token: 'b' }, { key: 'aa', token: 'b' }), [
      'credentials',
      'credentials.key',
    ])
  })
})
