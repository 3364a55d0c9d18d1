import vine from '@vinejs/vine'

export const certificateValidator = vine.create({
  month: vine
    .string()
    .trim()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/),
})

export const reopenValidator = vine.create({ reason: vine.string().trim().minLength(5).maxLength(300) })
