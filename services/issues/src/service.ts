/** The issues service: its operations and reactions. */
import { issues } from '@muster/contracts';
import { defineService, eraseCompanyOfOwner } from '@muster/service-kit';
import { erasure } from './background/erase-files.ts';
import { agedRows } from './aged-rows.ts';
import { issuesConfig } from './config.ts';
import { copiedThings } from './copied-things.ts';
import { announceHolds } from './bulk-effects/announce-holds.ts';
import { announceUnblocked } from './bulk-effects/announce-unblocked.ts';
import { changingIssues } from './bulk-effects/change-issues.ts';
import { freeWorkOfAgent } from './bulk-effects/free-work-of-agent.ts';
import { removeLabel } from './bulk-effects/remove-label.ts';
import { rewordIssues, rewordThread } from './bulk-effects/reword-issues.ts';
import { locate } from './locate.ts';
import { holdIssue } from './operations/holds/hold-issue.ts';
import { holdProject } from './operations/holds/hold-project.ts';
import { liftIssueHold } from './operations/holds/lift-issue-hold.ts';
import { liftProjectHold } from './operations/holds/lift-project-hold.ts';
import { changeIssues } from './operations/bulk/change-issues.ts';
import { getBulkChange } from './operations/bulk/get-bulk-change.ts';
import { addComment } from './operations/comments/add-comment.ts';
import { checkoutIssue } from './operations/issues/checkout-issue.ts';
import { countListedIssues } from './operations/issues/count-listed-issues.ts';
import { countIssues } from './operations/issues/count-issues.ts';
import { createChildren } from './operations/issues/create-children.ts';
import { createGoal } from './operations/planning/create-goal.ts';
import { createIssue } from './operations/issues/create-issue.ts';
import { createLabel } from './operations/planning/create-label.ts';
import { createProject } from './operations/planning/create-project.ts';
import { createWorkspace } from './operations/planning/create-workspace.ts';
import { deleteLabel } from './operations/planning/delete-label.ts';
import { deleteWorkspace } from './operations/planning/delete-workspace.ts';
import { findComment } from './operations/comments/find-comment.ts';
import { listIssueDocuments } from './operations/documents/list-issue-documents.ts';
import { getIssueDocument } from './operations/documents/get-issue-document.ts';
import { writeIssueDocument } from './operations/documents/write-issue-document.ts';
import { listIssueDocumentRevisions } from './operations/documents/list-issue-document-revisions.ts';
import { compareIssueDocument } from './operations/documents/compare-issue-document.ts';
import { deleteIssueDocument } from './operations/documents/delete-issue-document.ts';
import { listProjectDocuments } from './operations/documents/list-project-documents.ts';
import { getProjectDocument } from './operations/documents/get-project-document.ts';
import { writeProjectDocument } from './operations/documents/write-project-document.ts';
import { listProjectDocumentRevisions } from './operations/documents/list-project-document-revisions.ts';
import { compareProjectDocument } from './operations/documents/compare-project-document.ts';
import { deleteProjectDocument } from './operations/documents/delete-project-document.ts';
import { listCompanyDocuments } from './operations/documents/list-company-documents.ts';
import { getCompanyDocument } from './operations/documents/get-company-document.ts';
import { writeCompanyDocument } from './operations/documents/write-company-document.ts';
import { listCompanyDocumentRevisions } from './operations/documents/list-company-document-revisions.ts';
import { compareCompanyDocument } from './operations/documents/compare-company-document.ts';
import { deleteCompanyDocument } from './operations/documents/delete-company-document.ts';
import { admitFile } from './operations/files/admit-file.ts';
import { completeFile } from './operations/files/complete-file.ts';
import { dropFile } from './operations/files/drop-file.ts';
import { findFile } from './operations/files/find-file.ts';
import { listIssueFiles } from './operations/files/list-issue-files.ts';
import { getFile } from './operations/files/get-file.ts';
import { deleteFile } from './operations/files/delete-file.ts';
import { getComment } from './operations/comments/get-comment.ts';
import { getGoal } from './operations/planning/get-goal.ts';
import { getHeartbeatContext } from './operations/issues/get-heartbeat-context.ts';
import { getInboxLite } from './operations/issues/get-inbox-lite.ts';
import { getInbox } from './operations/issues/get-inbox.ts';
import { getIssueCheckout } from './operations/issues/get-issue-checkout.ts';
import { getIssueRelations } from './operations/issues/get-issue-relations.ts';
import { getIssue } from './operations/issues/get-issue.ts';
import { getProject } from './operations/planning/get-project.ts';
import { listChildren } from './operations/issues/list-children.ts';
import { listComments } from './operations/comments/list-comments.ts';
import { listExcerpts } from './operations/comments/list-excerpts.ts';
import { redactComment } from './operations/comments/redact-comment.ts';
import { redactIssueDocument } from './operations/documents/redact-issue-document.ts';
import { redactProjectDocument } from './operations/documents/redact-project-document.ts';
import { redactCompanyDocument } from './operations/documents/redact-company-document.ts';
import { redactFile } from './operations/files/redact-file.ts';
import { redactQuestion } from './operations/questions/redact-question.ts';
import { redactWait } from './operations/waits/redact-wait.ts';
import { listGoals } from './operations/planning/list-goals.ts';
import { listIssuesById } from './operations/issues/list-issues-by-id.ts';
import { listIssuesOfBoard } from './operations/issues/list-issues-of-board.ts';
import { listIssues } from './operations/issues/list-issues.ts';
import { listLabels } from './operations/planning/list-labels.ts';
import { listProjects } from './operations/planning/list-projects.ts';
import { listWorkspaces } from './operations/planning/list-workspaces.ts';
import { reopenIssue } from './operations/issues/reopen-issue.ts';
import { releaseIssue } from './operations/issues/release-issue.ts';
import { answerQuestion } from './operations/questions/answer-question.ts';
import { askQuestion } from './operations/questions/ask-question.ts';
import { getQuestion } from './operations/questions/get-question.ts';
import { listQuestions } from './operations/questions/list-questions.ts';
import { withdrawQuestion } from './operations/questions/withdraw-question.ts';
import { updateGoal } from './operations/planning/update-goal.ts';
import { updateIssue } from './operations/issues/update-issue.ts';
import { updateLabel } from './operations/planning/update-label.ts';
import { updateProject } from './operations/planning/update-project.ts';
import { updateWorkspace } from './operations/planning/update-workspace.ts';
import { archiveRoutine } from './operations/routines/archive-routine.ts';
import { backfillRoutine } from './operations/routines/backfill-routine.ts';
import { createRoutine } from './operations/routines/create-routine.ts';
import { getRoutine } from './operations/routines/get-routine.ts';
import { listFirings } from './operations/routines/list-firings.ts';
import { listRoutines } from './operations/routines/list-routines.ts';
import { previewRoutine } from './operations/routines/preview-routine.ts';
import { runRoutine } from './operations/routines/run-routine.ts';
import { updateRoutine } from './operations/routines/update-routine.ts';
import { cancelWait } from './operations/waits/cancel-wait.ts';
import { endWaitBySignal } from './operations/waits/end-wait-by-signal.ts';
import { endWaitsByKey } from './operations/waits/end-waits-by-key.ts';
import { listWaits } from './operations/waits/list-waits.ts';
import { startWait } from './operations/waits/start-wait.ts';
import { copyCompanies } from './reactions/copy-companies.ts';
import { copyZones } from './reactions/copy-zones.ts';
import { copyMembers } from './reactions/copy-members.ts';
import { copyHeldAgents } from './reactions/copy-held-agents.ts';
import { copyRoster } from './reactions/copy-roster.ts';
import { freeWorkOfTerminatedAgent } from './reactions/free-work-of-terminated-agent.ts';
import { keepAskedApprovals } from './reactions/keep-asked-approvals.ts';
import { tellLeftWork } from './reactions/tell-left-work.ts';
import { keepGivenUpIssues } from './reactions/keep-given-up-issues.ts';
import { countCostsOfRoutines } from './reactions/count-costs-of-routines.ts';
import { pauseRoutinesOfLeaver } from './reactions/pause-routines-of-leaver.ts';
import { forgetRedactedApprovals } from './reactions/forget-redacted-approvals.ts';
import { openGateOfApprovedStrategy } from './reactions/open-gate-of-approved-strategy.ts';
import { startBackground } from './start-background.ts';
import { states } from './states.ts';

export const issuesService = defineService({
  contract: issues,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createIssue,
    createChildren,
    listChildren,
    listIssues,
    countListedIssues,
    listIssuesById,
    getIssueCheckout,
    getIssue,
    getIssueRelations,
    updateIssue,
    checkoutIssue,
    releaseIssue,
    reopenIssue,
    holdIssue,
    liftIssueHold,
    holdProject,
    liftProjectHold,
    changeIssues,
    getBulkChange,
    addComment,
    redactComment,
    listExcerpts,
    listComments,
    getComment,
    findComment,
    startWait,
    listWaits,
    cancelWait,
    redactWait,
    endWaitBySignal,
    endWaitsByKey,
    askQuestion,
    listQuestions,
    getQuestion,
    answerQuestion,
    withdrawQuestion,
    redactQuestion,
    listIssueDocuments,
    getIssueDocument,
    writeIssueDocument,
    redactIssueDocument,
    listIssueDocumentRevisions,
    compareIssueDocument,
    deleteIssueDocument,
    listProjectDocuments,
    getProjectDocument,
    writeProjectDocument,
    redactProjectDocument,
    listProjectDocumentRevisions,
    compareProjectDocument,
    deleteProjectDocument,
    listCompanyDocuments,
    getCompanyDocument,
    writeCompanyDocument,
    redactCompanyDocument,
    listCompanyDocumentRevisions,
    compareCompanyDocument,
    deleteCompanyDocument,
    admitFile,
    completeFile,
    dropFile,
    findFile,
    listIssueFiles,
    getFile,
    redactFile,
    deleteFile,
    getInbox,
    getInboxLite,
    getHeartbeatContext,
    countIssues,
    listIssuesOfBoard,
    createLabel,
    listLabels,
    updateLabel,
    deleteLabel,
    createProject,
    listProjects,
    getProject,
    updateProject,
    createWorkspace,
    listWorkspaces,
    updateWorkspace,
    deleteWorkspace,
    createGoal,
    listGoals,
    getGoal,
    updateGoal,
    createRoutine,
    listRoutines,
    previewRoutine,
    getRoutine,
    updateRoutine,
    archiveRoutine,
    listFirings,
    runRoutine,
    backfillRoutine,
  },
  // In this order: the roster has a termination before the work is freed.
  reactions: {
    copyCompanies,
    copyZones,
    eraseCompanyOfOwner,
    copyMembers,
    pauseRoutinesOfLeaver,
    copyRoster,
    copyHeldAgents,
    keepGivenUpIssues,
    freeWorkOfTerminatedAgent,
    openGateOfApprovedStrategy,
    forgetRedactedApprovals,
    keepAskedApprovals,
    tellLeftWork,
    countCostsOfRoutines,
  },
  bulkEffects: [
    changingIssues(updateIssue),
    announceHolds,
    announceUnblocked,
    freeWorkOfAgent,
    removeLabel,
    rewordIssues,
    rewordThread,
  ],
  erasure,
  locate,
  copiedThings,
  states,
  agedRows,
  config: issuesConfig,
  start: async (runtime) => startBackground(runtime),
});
