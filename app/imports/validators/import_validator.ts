import vine from '@vinejs/vine'

export const importFileValidator = vine.create({ file: vine.file() })

export const importColumnsValidator = vine.create({
  columns: vine.record(vine.string().trim().maxLength(200).nullable()).optional(),
  sheet: vine.string().trim().maxLength(100).nullable().optional(),
})

export const importApplicationValidator = vine.create({ leave_out_wrong: vine.boolean().optional() })
