import { test } from '@japa/runner'
import { auditGroup } from '../../../bench/group_walk/audit_group.js'
import { makeGroup } from '../../../bench/group_walk/stage.js'
import { newWalk, total, walkUntil } from '../../../bench/group_walk/walk.js'

const ACTS = 60
const WRITERS = 4

test.group('Acts on the books of several companies', () => {
  /** The long walk with kills of PostgreSQL is `npm run bench -- group-walk`. */
  test('leave both sides of every pair equal and nothing half posted, in whatever order they come', async ({
    assert,
  }) => {
    const seed = Date.now() % 1_000_000
    const walk = newWalk(seed, await makeGroup(6))

    await walkUntil(walk, {
      until: ACTS,
      writers: WRITERS,
      outage: { kills: 0, back: Promise.resolve() },
    })

    assert.deepEqual(walk.unexpected, [], `seed ${seed}`)
    assert.deepEqual(await auditGroup(walk.group), {}, `seed ${seed}`)
    assert.isAbove(total(walk).done, ACTS / 3, `seed ${seed}`)
  }).timeout(240_000)
})
