import vine from '@vinejs/vine'

/** What a provider sends back with a person: a code, or why there is none. */
export const consentValidator = vine.create({
  state: vine.string().maxLength(4_000),
  code: vine.string().maxLength(4_000).optional(),
  error: vine.string().maxLength(500).optional(),
})
