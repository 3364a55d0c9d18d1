import { test } from '@japa/runner'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import { isDomainError } from '#app/kernel/domain_error'
import { FORMATS, mangle, soundStatement } from '#tests/factories/mangled_statements'
import { seededRandom } from '../../../bench/measure.js'

const FILES = 300

test.group('Damaged statements', () => {
  for (const format of FORMATS)
    test(`a sound file of ${format} is read without a complaint`, async ({ assert }) => {
      const file = await readStatementFile(soundStatement(format))

      assert.isAbove(file.statements.length, 0)
      assert.deepEqual([...file.issues, ...file.statements.flatMap(({ issues }) => issues)], [])
      assert.lengthOf(file.statements[0]?.entries ?? [], 8)
    })

  for (const format of FORMATS)
    test(`whatever happens to a file of ${format}, it is read or refused in words`, async ({ assert }) => {
      const random = seededRandom(43)
      const draw = (below: number) => Math.floor(random() * below)
      const sound = soundStatement(format)
      for (let turn = 0; turn < FILES; turn++) {
        const bytes = mangle(sound, draw)
        const file = await readStatementFile(bytes).catch((error: unknown) => {
          if (!isDomainError(error)) throw error
          return null
        })
        if (file === null) continue
        const issues = [...file.issues, ...file.statements.flatMap((statement) => statement.issues)]
        assert.isTrue(
          issues.every(({ message }) => message.length > 5),
          `${format} ${turn}`
        )
        if (file.statements.length === 0) assert.isAbove(issues.length, 0, `${format} ${turn} says nothing`)
        for (const { entries, openingMinor, closingDeclaredMinor, issues: told } of file.statements) {
          assert.isTrue(
            entries.every(({ amountMinor }) => Number.isSafeInteger(amountMinor)),
            `${format} ${turn}`
          )
          const isChecked = openingMinor !== null && closingDeclaredMinor !== null && issues.length === 0
          if (!isChecked || told.length > 0) continue
          const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, openingMinor)
          assert.equal(sum, closingDeclaredMinor, `${format} ${turn} does not add up and says nothing`)
        }
      }
    }).timeout(120_000)
})
