import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { FORMATS, mangle, soundStatement } from '#tests/factories/mangled_statements'
import { importBytes } from '#tests/factories/statements'
import { seededRandom } from '../../../bench/measure.js'

const FILES = 25

const stored = (accountId: number) =>
  oneRow<{ statements: number; told: number; lines: number }>(
    `select count(*)::int as statements, coalesce(sum(lines_imported), 0)::int as told,
            (select count(*)::int from bank_statement_lines where bank_account_id = :accountId) as lines from bank_statements where bank_account_id = :accountId`,
    { accountId }
  )

test.group('Imports of damaged statements', () => {
  for (const format of FORMATS)
    test(`a damaged file of ${format} is imported whole or not at all`, async ({ assert }) => {
      const random = seededRandom(2026)
      const draw = (below: number) => Math.floor(random() * below)
      const { siteId } = await makeSite()
      const iban = 'ES9121000418450200051332'
      await execute(`update bank_accounts set iban = :other where iban = :iban`, { iban, other: makeIban() })
      const accountId = await makeBankAccount(siteId, iban)
      let refused = 0
      for (let turn = 0; turn < FILES; turn++) {
        const before = await stored(accountId)
        const how = turn % 2 === 0 ? 'careful' : 'insisting'
        const report = await importBytes(accountId, mangle(soundStatement(format), draw), how).catch(
          (error: unknown) => {
            if (!isDomainError(error)) throw error
            return null
          }
        )
        const after = await stored(accountId)
        if (report === null) {
          refused++
          assert.deepEqual(after, before)
        } else assert.equal(after.lines - before.lines, report.imported)
      }
      assert.isAbove(refused, 0)
    }).timeout(120_000)
})
