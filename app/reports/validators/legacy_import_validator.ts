import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

export const legacyUploadValidator = vine.create({ file: vine.file() })

export const legacyImportValidator = vine.create({
  file_id: key(),
  accept_errors: vine.boolean().optional(),
})
