import { Button } from '@mantine/core'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { TextAreaField } from '~/kit/fields/text_fields'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../loans.module.css'
import type { LoanPage } from './loan_types'

/** Where a loan is settled, whether it pays by itself, and why its rate is the market’s. */
export function DataForm({ page }: { page: LoanPage }) {
  const { loan, options, actions } = page
  const form = useDataForm(page)
  if (!actions.includes('edit'))
    return <p className={styles.quiet}>Los datos los cambia quien trabaja con las dos empresas.</p>
  return (
    <form
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      <div className={styles.pair}>
        {loan.isBank ? null : (
          <SelectField
            label="Cuenta del prestamista"
            help="De ella sale lo prestado, y a ella vuelve."
            options={options.accounts.lender}
            {...form.field('lenderAccountId')}
          />
        )}
        <SelectField
          label="Cuenta del prestatario"
          help={
            loan.isBank ? 'En ella abona el banco y carga las cuotas.' : 'A ella llega, y de ella se paga.'
          }
          options={options.accounts.borrower}
          {...form.field('borrowerAccountId')}
        />
      </div>
      {loan.isBank ? null : (
        <CheckboxField
          label="Pago automático"
          help="Las cuotas que vencen en tres días tienen cada mañana su pago en borrador."
          {...form.field('autoPay')}
        />
      )}
      <TextAreaField
        label="Precio de mercado"
        help="Por qué el tipo es el que pactarían partes independientes (operaciones vinculadas)."
        lengthMax={2000}
        {...form.field('marketRateNote')}
      />
      <div>
        <Button type="submit" loading={form.processing} disabled={!form.isDirty}>
          {form.recentlySuccessful ? 'Guardado' : 'Guardar'}
        </Button>
      </div>
    </form>
  )
}

function useDataForm({ loan, values }: LoanPage) {
  return useFormSubmission({
    initial: {
      lenderAccountId: values.lenderAccountId,
      borrowerAccountId: values.borrowerAccountId,
      autoPay: values.autoPay,
      marketRateNote: values.marketRateNote,
    },
    url: urlFor('loans.update', { id: loan.id }),
    method: 'put',
    transform: ({ lenderAccountId, borrowerAccountId, ...rest }) => ({
      ...rest,
      lenderAccountId: lenderAccountId ? Number(lenderAccountId) : null,
      borrowerAccountId: borrowerAccountId ? Number(borrowerAccountId) : null,
      lockVersion: loan.lockVersion,
    }),
  })
}
