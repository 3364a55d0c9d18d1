import vine from '@vinejs/vine'

export const duplicateValidator = vine.create({
  answer: vine.enum(['same', 'different'] as const),
  reason: vine.string().trim().minLength(3).maxLength(300),
})
