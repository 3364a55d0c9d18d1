import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ApprovalList } from './approval_list'
import { ApprovalSimulator } from './approval_simulator'
import { CoolingTime } from './cooling_time'
import { PolicyGrid } from './policy_grid'
import { SeniorCap } from './senior_cap'
import type { Approvals, SiteHead } from './site_page'
import styles from './sites.module.css'

const CreateApprovalDialog = lazy(async () => ({
  default: (await import('./create_approval_dialog')).CreateApprovalDialog,
}))

type Props = { site: SiteHead; approvals: Approvals; canWrite: boolean }

/** Who may approve what in the company, how many it takes, and who would for a given document. */
export function ApprovalsTab({ site, approvals, canWrite }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const { policies, groupPolicies, kinds } = approvals
  return (
    <div className={styles.sections}>
      <Section
        title="Aprobaciones"
        actions={
          <Button size="xs" onClick={() => setIsCreating(true)}>
            Nueva aprobación
          </Button>
        }
      >
        <ApprovalList site={site} approvals={approvals.list} onAsk={setConfirmation} />
      </Section>
      <Section title="Nº de aprobaciones por importe">
        <PolicyGrid
          key={policies.map(({ id }) => id).join()}
          siteId={site.id}
          steps={policies}
          kinds={kinds}
          canWrite={canWrite}
        />
      </Section>
      <Section title="Nº de aprobaciones por defecto (grupo)">
        <PolicyGrid
          key={groupPolicies.map(({ id }) => id).join()}
          siteId={null}
          steps={groupPolicies}
          kinds={kinds}
          canWrite={canWrite}
        />
      </Section>
      <Section title="¿Quién aprueba?">
        <ApprovalSimulator siteId={site.id} kinds={kinds} categories={approvals.categories} />
      </Section>
      <Section title="Tope de contabilidad sénior (grupo)">
        <SeniorCap cap={approvals.seniorCap} canWrite={canWrite} />
      </Section>
      <Section title="Espera de las cuentas verificadas (grupo)">
        <CoolingTime cooling={approvals.cooling} canWrite={canWrite} />
      </Section>
      <Suspense>
        {isCreating ? (
          <CreateApprovalDialog site={site} approvals={approvals} onClose={() => setIsCreating(false)} />
        ) : null}
      </Suspense>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}
