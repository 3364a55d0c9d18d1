import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import type { Payee } from './bank_types'

/** The form of a new bank account; of the account only what its kind has is sent. */
export function useBankForm(payee: Payee, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      account_kind: 'iban' as string | null,
      iban: '',
      account_number: '',
      routing_code: '',
      bic: '',
      bank_name: '',
      country: null as string | null,
      holder_name: payee.name,
      label: '',
      site_id: null as string | null,
      is_confirmed: false,
    },
    url: payee.urls.store,
    leaving: 'allow',
    transform: ({ account_kind, iban, account_number, routing_code, bic, bank_name, country, ...rest }) => {
      const { holder_name, label, is_confirmed, site_id } = rest
      const account =
        account_kind === 'iban'
          ? { iban, bic }
          : { account_kind, account_number, routing_code, bic, bank_name, country }
      return {
        ...nullForEmpty({ ...account, holder_name, label }),
        is_confirmed,
        site_id: site_id === null ? null : Number(site_id),
      }
    },
    onSuccess,
  })
}

export type BankForm = ReturnType<typeof useBankForm>
