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

  test('and of a list by the parts of its rows that changed, also where another row took the place', ({
    assert,
  }) => {
    const first = { dueOn: '2026-03-01', principal: '10' }
    const second = { dueOn: '2026-04-01', principal: '20' }
    const third = { dueOn: '2026-05-01', principal: '20' }

    assert.deepEqual(changedNames('custom', [first, second], [first, { ...second, dueOn: '2026-04-02' }]), [
      'custom',
      'custom.1',
      'custom.1.due_on',
    ])
    assert.deepEqual(changedNames('custom', [first, second, third], [first, third]), [
      'custom',
      'custom.1',
      'custom.1.due_on',
      'custom.2',
      'custom.2.due_on',
      'custom.2.principal',
    ])
    assert.deepEqual(changedNames('files', ['a'], ['a']), ['files'])
  })
})
