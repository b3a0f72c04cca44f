/** How many messages are new, in words. */
export function countOf(news: number): string {
  return news === 1 ? '1 new message' : `${news.toLocaleString('en-US')} new messages`;
}
