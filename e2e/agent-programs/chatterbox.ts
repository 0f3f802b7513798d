// Two of these never end by themselves: each answers every mention by mentioning the other. With a third
// argument, an agent creates that many issues for its colleague instead.
const [colleague, colleagueId, toHandOut] = process.argv.slice(2);
const api = `${process.env['SERVICE_API_URL']}/api`;

const post = async (path: string, body: object): Promise<void> => {
  const answer = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env['SERVICE_API_KEY']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
};

const companyId = process.env['SERVICE_COMPANY_ID'];
if (toHandOut) {
  for (let number = 1; number <= Number(toHandOut); number++) {
    await post(`/companies/${companyId}/issues`, {
      title: `Part ${number}`,
      status: 'todo',
      assigneeAgentId: colleagueId,
    });
  }
} else {
  await post(`/issues/${process.env['SERVICE_TASK_ID']}/comments`, {
    body: `I could not agree more, @${colleague}.`,
  });
}
