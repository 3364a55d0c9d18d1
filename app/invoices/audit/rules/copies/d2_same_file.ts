import { findSamePictures } from '#app/invoices/audit/questions/find_same_pictures'
import { defineRule } from '#app/invoices/audit/rule'
import { nameOf, value } from '#app/invoices/audit/wording'

export const sameFile = defineRule({
  code: 'D2',
  name: 'Mismo archivo',
  family: 'duplicates',
  severity: 'blocking',
  isLocked: true,
  explains:
    'El mismo archivo, o una primera página de igual aspecto (huella de 64 bits a distancia 4 o menos) cuyos datos no la distinguen.',
  params: {},
  asks: { pictures: findSamePictures },
  concerns: ({ originals }) => originals > 0,
  decide(invoice, { told }) {
    const [other] = told.pictures ?? []
    if (!other) return null
    const isSame = other.distance === null
    return {
      message: isSame
        ? `El mismo archivo está en ${nameOf(other, invoice)}.`
        : `Su primera página es la misma imagen que la de ${nameOf(other, invoice)}.`,
      key: String(other.id),
      ...(isSame || !other.isOtherNumber ? {} : { severity: 'high' as const }),
      evidence: {
        invoiceIds: [other.id],
        values: isSame ? [] : [value('Bits distintos de 64', String(other.distance))],
        threshold: 'Hasta 4 bits de 64',
      },
    }
  },
})
