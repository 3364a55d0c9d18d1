import { createHash } from 'node:crypto'
import type { FeedMovement } from '#app/banking/bank_provider'
import { foldText } from '#app/kernel/text/similarity'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** A movement as its row has it, under the names of the columns. */
export type MovementRecord = ReturnType<typeof movementRecord>

/** The row of a movement. One that has no day yet stands under the day it came up. */
export function movementRecord(movement: FeedMovement) {
  const { counterpartyName, text, reference, raw } = movement
  const record = {
    external_id: movement.externalId,
    parent_external_id: movement.parentExternalId,
    amount_minor: movement.amountMinor,
    currency: movement.currency,
    local_minor: movement.local?.minor ?? null,
    local_currency: movement.local?.currency ?? null,
    status: movement.status,
    provider_status: movement.providerStatus,
    type: movement.type,
    counterparty_name: counterpartyName,
    counterparty_iban: movement.counterpartyIban,
    text: withoutNul(text),
    search_text: foldText(withoutNul([text, counterpartyName, reference].filter(Boolean).join(' '))),
    reference,
    end_to_end_id: movement.endToEndId,
    transfer_ref: movement.transferRef,
    order_number: movement.orderNumber,
    booked_on: dayOfMovement(movement),
    value_on: movement.valueOn,
    occurred_at: movement.occurredAt,
    balance_after_minor: movement.balanceAfterMinor,
    category: movement.category,
    attachments: movement.attachments,
    raw: raw ?? {},
  }
  return { ...record, raw_hash: createHash('sha256').update(JSON.stringify(record)).digest('hex') }
}

const dayOfMovement = ({ bookedOn, occurredAt }: FeedMovement): CalendarDate =>
  bookedOn ?? today(new Date(occurredAt))

const withoutNul = (text: string) => text.replaceAll('\0', '')
