import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from '@japa/runner'

/** Cruises one planted file with the project's rules; gives what was said and whether it failed. */
function cruise(path: string, content: string): { failed: boolean; said: string } {
  writeFileSync(path, content)
  try {
    const done = spawnSync('depcruise', ['--config', '.dependency-cruiser.mjs', path], { encoding: 'utf8' })
    return { failed: done.status !== 0, said: `${done.stdout}${done.stderr}` }
  } finally {
    rmSync(path)
  }
}

test.group('Floors', () => {
  test('an import that points up fails the check', ({ assert }) => {
    const { failed, said } = cruise(
      'app/ledger/planted_violation.ts',
      `import { createOrder } from '#app/payments/kinds/supplier/create_orders'\nexport const planted = createOrder\n`
    )

    assert.isTrue(failed)
    assert.include(said, 'ledger-stays-on-its-floor')
  })

  test('two areas of one floor do not know each other', ({ assert }) => {
    const { failed, said } = cruise(
      'app/blacklist/planted_violation.ts',
      `import { openBankAccount } from '#app/accounts/actions/open_bank_account'\nexport const planted = openBankAccount\n`
    )

    assert.isTrue(failed)
    assert.include(said, 'blacklist-stays-on-its-floor')
  })

  test('an area without a floor fails the check', ({ assert }) => {
    mkdirSync('app/leftovers', { recursive: true })
    const { failed, said } = cruise(
      'app/leftovers/planted_violation.ts',
      `import { today } from '#app/kernel/time/calendar_date'\nexport const planted = today\n`
    )
    rmSync('app/leftovers', { recursive: true })

    assert.isTrue(failed)
    assert.include(said, 'every-area-has-a-floor')
  })

  test('a controller opens no transaction', ({ assert }) => {
    const { failed, said } = cruise(
      'app/sites/planted_controller.ts',
      `import db from '@adonisjs/lucid/services/db'\nexport const planted = db\n`
    )

    assert.isTrue(failed)
    assert.include(said, 'controllers-open-no-transaction')
  })

  test('what is in the tree keeps to its floors', ({ assert }) => {
    const { failed } = cruise('app/kernel/planted_peace.ts', `export const planted = 1\n`)

    assert.isFalse(failed)
  })
})
