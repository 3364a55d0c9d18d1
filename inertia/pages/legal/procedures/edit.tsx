import { DetailPage } from '~/kit/detail/detail_page'
import { KeyFigures } from '~/kit/detail/key_figures'
import { Timeline } from '~/kit/detail/timeline'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { CostsTable } from './costs_table'
import { DataForm } from './data_form'
import { FilesTable } from './files_table'
import { PhaseTimeline } from './phase_timeline'
import { procedureHistory } from './procedure_history'
import { ProcedureState } from './procedure_state'
import type { ProcedurePage } from './procedure_types'
import { ProvisionPart } from './provision_part'

export default function ProcedureEdit(page: ProcedurePage) {
  const { procedure, totals, phases, costs, files, events } = page
  return (
    <DetailPage
      key={procedure.id}
      title={`${procedure.number} · ${procedure.title}`}
      subtitle={[procedure.site, procedure.kind, procedure.court].filter(Boolean).join(' · ')}
      status={<StatusBadge {...procedure.status} />}
      back={urlFor('legal_procedure')}
      rail={<ProcedureState page={page} />}
      tabs={[
        { value: 'phases', label: `Fases (${phases.length})`, content: <PhaseTimeline page={page} /> },
        { value: 'costs', label: `Costes (${costs.length})`, content: <CostsTable page={page} /> },
        { value: 'files', label: `Archivos (${files.length})`, content: <FilesTable page={page} /> },
        { value: 'provision', label: 'Provisión', content: <ProvisionPart page={page} /> },
        { value: 'data', label: 'Datos', content: <DataForm page={page} /> },
        { value: 'history', label: 'Historial', content: <Timeline events={procedureHistory(events)} /> },
      ]}
    >
      <KeyFigures
        figures={[
          { label: 'Previsto', value: moneyText(totals.planned) },
          { label: 'Pagado', value: moneyText(totals.paid) },
          { label: 'Pendiente', value: moneyText(totals.pending) },
          { label: 'Provisionado', value: moneyText(procedure.provision) },
        ]}
      />
    </DetailPage>
  )
}
