import { test } from '@japa/runner'
import { execute } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'

const WAITING = 15

test.group('What waits for somebody on the start page', (group) => {
  startClean(group)

  test('is told in part at first, and whole once it is asked for', async ({ assert, cleanup }) => {
    const { siteId } = await makeTreasury()
    const author = await makeUser('superC0ntab1l1dad')
    cleanup(async () => {
      await execute(`delete from manual_entries where site_id = :siteId`, { siteId })
    })
    await execute(
      `insert into manual_entries (site_id, posted_on, description, lines, total_minor, created_by, created_at)
       select :siteId, :day, 'Ajuste ' || n, '[{}, {}]', 5000, :userId, now() - interval '10 years' from generate_series(1, :count::int) n`,
      { siteId, day: today(), userId: author.id, count: WAITING }
    )
    const { page } = await ShellPage.of(await makeUser('superC0ntab1l1dad', { siteIds: [siteId] }))
    await page.goto('/')
    const entries = page.getByText(/^Ajuste \d+$/)
    await entries.first().waitFor()
    assert.isBelow(await entries.count(), WAITING)

    await page.getByRole('link', { name: 'Ver todo lo que espera' }).click()
    await entries.nth(WAITING - 1).waitFor()

    assert.equal(await entries.count(), WAITING)
    assert.equal(await page.getByRole('link', { name: 'Ver todo lo que espera' }).count(), 0)
  })
})
