import type { Group } from '@japa/runner/core'
import { execute } from '#app/kernel/database/sql'
import { closePages } from '#tests/browser/browser'
import { forgetFailures } from '#tests/identity/sign_in_requests'

/** Before each test no announcement and no failed sign-in of another; after it its pages are closed. */
export function startClean(group: Group): void {
  group.each.setup(async () => {
    await execute(`delete from announcements`)
    await forgetFailures()
    return () => closePages()
  })
}
