import vine from '@vinejs/vine'
import { RECTIFYING_CAUSES, TREATMENTS } from '#app/issuing/issuing_labels'
import { day } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'

const text = (min: number, max: number) => vine.string().trim().minLength(min).maxLength(max)

export const annulValidator = vine.create({ reason: text(0, 500).nullable().optional() })

export const rectifyValidator = vine.create({
  cause: vine.enum(keysOf(RECTIFYING_CAUSES)),
  reason: text(5, 300),
})

export const correctValidator = vine.create({
  recipient_name: text(2, 120).nullable().optional(),
  recipient_tax_id: text(2, 20).nullable().optional(),
  description: text(3, 500),
  regimes: vine.array(vine.string().regex(/^\d{2}$/)).maxLength(12),
})

export const settingsValidator = vine.create({
  mode: vine.enum(['off', 'verifactu'] as const),
  verifactu_from: day().nullable().optional(),
  ends_in_year: vine.number().withoutDecimals().range([2026, 2100]).nullable().optional(),
  issuer_name: text(2, 120),
  producer_name: text(0, 120).nullable().optional(),
  producer_tax_id: text(0, 20).nullable().optional(),
  producer_address: text(5, 200).nullable().optional(),
  declared_place: text(2, 80).nullable().optional(),
  declared_on: day().nullable().optional(),
  lock_version: vine.number().withoutDecimals().min(0).nullable().optional(),
})

export const certificateValidator = vine.create({
  file: vine.file({ size: '100kb', extnames: ['p12', 'pfx', 'pem'] }),
  passphrase: vine.string().maxLength(200).nullable().optional(),
  environment: vine.enum(['live', 'sandbox', 'sandbox_local'] as const),
  base_url: vine.string().trim().maxLength(200).nullable().optional(),
})

export const seriesValidator = vine.create({
  code: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9/_.-]{0,9}$/),
  treatment: vine.enum(keysOf(TREATMENTS)),
  is_rectifying: vine.boolean().optional(),
  is_yearly: vine.boolean().optional(),
})

/** The last number is text: what is wrong with it is told at its field. */
export const numbersValidator = vine.create({
  numbers: vine
    .array(
      vine.object({
        code: text(1, 10),
        year: vine.number().withoutDecimals().range([0, 2100]),
        last: vine.string().trim().maxLength(20).nullable().optional(),
      })
    )
    .maxLength(200),
})

export const switchValidator = vine.create({ is_active: vine.boolean() })
