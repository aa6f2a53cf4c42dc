// What visitors asked a site, and how many asked what: shown by questions, by topics and by findings.
import { SiteQuestion, SiteQuestionStats } from './question-shapes.generated.ts';

export { SiteQuestion, SiteQuestionStats };
