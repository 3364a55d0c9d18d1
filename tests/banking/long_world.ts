import { addDays, calendarDate } from '#app/kernel/time/calendar_date'
import { feedAccount, feedMovement, openWorld, tell, type World } from '#tests/factories/fake_bank'

export const LONG_MOVEMENTS = 60

/** The same sixty movements in ten pages, in every process. */
export function openLongWorld(connectorId: number, iban: string): World {
  const world = openWorld(connectorId, [feedAccount({ iban })])
  world.pageSize = 6
  tell(
    world,
    ...Array.from({ length: LONG_MOVEMENTS }, (_, at) =>
      feedMovement({
        externalId: `T${at}`,
        bookedOn: addDays(calendarDate('2026-11-01'), Math.floor(at / 3)),
        amountMinor: -100,
        text: `Movimiento ${at}`,
      })
    )
  )
  return world
}
