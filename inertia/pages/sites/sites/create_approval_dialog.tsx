import { today } from '#app/kernel/time/calendar_date'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { MultiSelectField, SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { nullForEmpty } from '~/kit/list/empty_texts'
import { urlFor } from '~/urls'
import type { Approvals, SiteHead } from './site_page'
import styles from './sites.module.css'

type Props = { site: SiteHead; approvals: Approvals; onClose: () => void }

/** «Nueva aprobación»: a proposal, which another person activates. */
export function CreateApprovalDialog({ site, approvals, onClose }: Props) {
  const form = useNewApproval(site.id, onClose)
  const { people } = approvals
  const delegates = people.filter(({ canDelegate, value }) => canDelegate && value !== form.values.userId)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Nueva aprobación"
      form={form}
      submitLabel="Proponer aprobación"
      size="lg"
    >
      <SelectField label="Aprobador" isRequired options={people} {...form.field('userId')} />
      <MultiSelectField
        label="Tipos de documento"
        isRequired
        options={approvals.kinds}
        {...form.field('kinds')}
      />
      <div className={styles.pair}>
        <AmountField label="Importe máximo" help="Vacío = sin límite." {...form.field('maxAmount')} />
        <AmountField
          label="Límite diario"
          help="Suma de lo aprobado en un día en la empresa."
          {...form.field('dailyLimit')}
        />
      </div>
      <MultiSelectField
        label="Categorías"
        help="Vacío = todas."
        options={approvals.categories}
        {...form.field('categoryIds')}
      />
      <div className={styles.pair}>
        <DayField label="Desde" isRequired {...form.field('activeFrom')} />
        <DayField label="Hasta" {...form.field('activeTo')} />
      </div>
      <SelectField
        label="Suplente"
        help="Decide en su lugar esos días, con los mismos límites."
        options={delegates}
        {...form.field('delegateUserId')}
      />
      {form.values.delegateUserId ? (
        <div className={styles.pair}>
          <DayField label="Suplencia desde" isRequired {...form.field('delegateFrom')} />
          <DayField label="Suplencia hasta" isRequired {...form.field('delegateTo')} />
        </div>
      ) : null}
    </FormDialog>
  )
}

/** Days of a delegate are only sent with one. */
function useNewApproval(siteId: number, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      userId: null as string | null,
      kinds: [] as string[],
      maxAmount: '',
      dailyLimit: '',
      categoryIds: [] as string[],
      activeFrom: today() as string,
      activeTo: '',
      delegateUserId: null as string | null,
      delegateFrom: '',
      delegateTo: '',
    },
    url: urlFor('sites.approvals.store', { id: siteId }),
    leaving: 'allow',
    onSuccess,
    transform: ({ delegateFrom, delegateTo, ...typed }) => ({
      ...nullForEmpty(typed),
      ...(typed.delegateUserId ? { delegateFrom, delegateTo } : {}),
    }),
  })
}
