import { findBlacklisted } from '#app/invoices/audit/questions/find_blacklisted'
import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { maskIban } from '#app/kernel/identifiers/iban'

export const blacklisted = defineRule({
  code: 'B2',
  name: 'IBAN en lista negra',
  family: 'bank',
  severity: 'blocking',
  isLocked: true,
  explains: 'El IBAN impreso, su banco o su país están en la lista negra.',
  params: {},
  asks: { reason: findBlacklisted },
  concerns: ({ ibanDetected }) => ibanDetected !== null,
  decide({ ibanDetected }, { told }) {
    if (!ibanDetected || told.reason === undefined) return null
    return {
      message: `El IBAN ${maskIban(ibanDetected)} está en la lista negra. Motivo: ${told.reason}.`,
      key: ibanDetected,
      evidence: { values: [value('IBAN', maskIban(ibanDetected)), value('Motivo', told.reason)] },
    }
  },
})
