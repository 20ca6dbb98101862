// The first tab: the configuration by workbook, the reports, and how their letters look (spec bulk §2, both blocks).
import type { ReactNode } from 'react'
import { Configuration } from './Configuration.tsx'
import { MailBlock } from './MailBlock.tsx'
import { ReportList } from './ReportList.tsx'

export const ReportsTab = (): ReactNode => (
  <div className="grid-one gap-16">
    <Configuration />
    <ReportList />
    <MailBlock />
  </div>
)
