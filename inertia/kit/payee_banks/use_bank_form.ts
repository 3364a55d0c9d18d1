import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import type { Payee } from './bank_types'

/** The form of a new bank account; of the account only what its kind has is sent. */
export function useBankForm(payee: Payee, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      accountKind: 'iban' as string | null,
      iban: '',
      accountNumber: '',
      routingCode: '',
      bic: '',
      bankName: '',
      country: null as string | null,
      holderName: payee.name,
      label: '',
      siteId: null as string | null,
      isConfirmed: false,
    },
    url: payee.urls.store,
    leaving: 'allow',
    transform: ({ accountKind, iban, accountNumber, routingCode, bic, bankName, country, ...rest }) => {
      const { holderName, label, isConfirmed, siteId } = rest
      const account =
        accountKind === 'iban'
          ? { iban, bic }
          : { accountKind, accountNumber, routingCode, bic, bankName, country }
      return {
        ...nullForEmpty({ ...account, holderName, label }),
        isConfirmed,
        siteId: siteId === null ? null : Number(siteId),
      }
    },
    onSuccess,
  })
}

export type BankForm = ReturnType<typeof useBankForm>
