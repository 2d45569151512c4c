/**
 * What this element never asks of Lit, and so the script's own copy of it can do without: directives; templates of SVG or
 * MathML, and those with comments, scripts or the like; bindings of properties and of whole elements; listeners that
 * change; options of properties beyond those that it has; the ways of old browsers. Whatever would need any of it again
 * is refused by the build: see `refuseTemplate` and `refuseSource`.
 */
export const UNUSED: readonly (readonly [file: RegExp, from: string, to: string])[] = [
  // Templates are of one kind, and of HTML.
  ...inLitHtml([
    [
      'x=t=>(i,...s)=>({_$litType$:t,strings:i,values:s}),b=x(1),w=x(2),T=x(3)',
      'b=(t,...i)=>({_$litType$:1,strings:t,values:i}),w=b,T=b',
    ],
    ['const N=(t,i)=>{', 'const N=t=>{'],
    ['let n,l=2===i?"<svg>":3===i?"<math>":"",c=v;', 'let l="",c=v;'],
    ['+(2===i?"</svg>":3===i?"</math>":"")', ''],
    ['constructor({strings:t,_$litType$:i},e)', 'constructor({strings:t})'],
    [
      '=N(t,i);if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){const t=this.el.content.firstChild;t.replaceWith(...t.childNodes)}',
      '=N(t);this.el=S.createElement(f);P.currentNode=this.el.content;',
    ],
    [
      'const{values:i,_$litType$:s}=t,e="number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s);',
      'const{values:i}=t,e=this._$AC(t);',
    ],
    ['d(t)?this.k(t):this._(t)}O(', 'this.k(t)}O('],
  ]),
  // Their text has neither comments nor elements whose content is no HTML.
  ...inLitHtml([
    ['/<(?:(!--|\\/[^a-zA-Z])|(\\/?[a-zA-Z][^>\\s]*)|(\\/?$))/g', '/<\\/?[a-zA-Z][^>\\s]*/g'],
    [
      'c===v?"!--"===u[1]?c=_:void 0!==u[1]?c=m:void 0!==u[2]?(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p):void 0!==u[3]&&(c=p):',
      'c===v?c=p:',
    ],
    ['(c=n??v,d=-1)', '(c=v,d=-1)'],
    ['c===_||c===m?c=v:(c=p,n=void 0)', 'c=p'],
    [
      'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
      '',
    ],
    [
      'if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}',
      'r.data===n&&d.push({type:2,index:l});',
    ],
  ]),
  // What is bound is a text, an attribute, a switch or a listener.
  ...inLitHtml([
    ['|))|$)`,"g")', '|)))`,"g")'],
    ['void 0===u[1]?d=-2:', ''],
    ['const x=c===p&&t[i+1].startsWith("/>")?" ":"";', ''],
    ['+s.slice(d)+o+x)', '+s.slice(d)+o)'],
    ['s+o+(-2===d?i:x)', 's+o'],
    ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))', ''],
    ['/([.?@])?(.*)/', '/([?@])?(.*)/'],
    ['"."===e[1]?I:', ''],
    [
      '2===r.type?i=new k(h,h.nextSibling,this,t):1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t))',
      'i=2===r.type?new k(h,h.nextSibling):new r.ctor(h,r.name,r.strings)',
    ],
    ['constructor(){super(...arguments),this.type=4}', ''],
  ]),
  // A listener stays what it is, and needs no `this`.
  ...inLitHtml([
    [
      'constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;const s=this._$AH,e=t===A&&s!==A,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this),this._$AH=t}',
      '_$AI(t){this._$AH===A&&this.element.addEventListener(this.name,this),this._$AH=t}',
    ],
    [
      '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
      'this._$AH(t)',
    ],
  ]),
  // No directives: nothing is resolved, and nobody has to be told that a part is taken away.
  ...inLitHtml([
    ['_$AI(t,i=this){t=M(this,t,i),a(t)?', '_$AI(t){a(t)?'],
    ['t!==this._$AH&&t!==E&&this._(t)', 't!==this._$AH&&this._(t)'],
    ['t=M(this,t,i,0),o=!a(t)||t!==this._$AH&&t!==E', 'o=!a(t)||t!==this._$AH'],
    ['r=M(this,e[s+n],i,n),r===E&&(r=this._$AH[n]),', 'r=e[s+n],'],
    ['o&&!e&&this.j(t)', 'o&&this.j(t)'],
    [
      'this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=i}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}',
      'this._$AV=[],this._$AD=t}',
    ],
    ['(t?.creationScope??l)', 'l'],
    ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
    [
      'this.type=2,this._$AH=A,this._$AN=void 0,this._$AA=t,this._$AB=i,this._$AM=s,this.options=e,this._$Cv=e?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
      'this._$AH=A,this._$AA=t,this._$AB=i}',
    ],
    ['const t=new R(e,this),s=t.u(this.options)', 'const t=new R(e),s=t.u()'],
    ['new k(this.O(c()),this.O(c()),this,this.options)', 'new k(this.O(c()),this.O(c()))'],
    ['for(this._$AP?.(!1,!0,s);t!==', 'for(;t!=='],
    ['const s=i(t).nextSibling;i(t).remove(),t=s', 'const s=t.nextSibling;t.remove(),t=s'],
    ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
    [
      'get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,i,s,e,h){this.type=1,this._$AH=A,this._$AN=void 0,this.element=t,this.name=i,this._$AM=e,this.options=h,',
      'constructor(t,i,s){this._$AH=A,this.element=t,this.name=i,',
    ],
    [
      'void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])),',
      'void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i]),',
    ],
  ]),
  // What is drawn into is empty.
  ...inLitHtml([
    [
      'const e=s?.renderBefore??i;let h=C.get(e);if(void 0===h){const t=s?.renderBefore??null;C.set(e,h=new k(i.insertBefore(c(),t),t,void 0,s??{}))}return h._$AI(t),h',
      'let h=C.get(i);h||C.set(i,h=new k(i.appendChild(c()),null)),h._$AI(t)',
    ],
  ]),
  ...inLitElement([
    [
      'constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
      '',
    ],
    ['this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),', ''],
    ['this._$Do=e(r,this.renderRoot,this.renderOptions)', 'e(r,this.renderRoot)'],
    [
      'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return r}',
      '',
    ],
    ['i._$litElement$=!0,', ''],
  ]),
  // Properties are declared once, in one class; none writes itself back into its attribute.
  ...inReactiveElement([
    ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
    ['t.finalize(),void 0!==t.l&&(this.l=[...t.l]),', 't.finalize(),'],
    [',this.constructor.l?.forEach(t=>t(this))', ''],
    [
      'if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),',
      'if(this.elementProperties.set(t,s),',
    ],
    [
      'const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)}',
      'return{get(){return this[s]},set(e){const h=this[s];this[s]=e,this.requestUpdate(t,h,i)}',
    ],
    [
      'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
      '',
    ],
    ['const t=this.properties,s=[...r(t),...o(t)];for(const i of s)', 'const t=this.properties;for(const i of r(t))'],
    [
      '_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}',
      '',
    ],
    ['if(void 0!==e&&this._$Em!==e){', 'if(void 0!==e){'],
    [
      'h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null',
      'h=t.converter??u;this[e]=h.fromAttribute(s,t.type)',
    ],
    [
      'toAttribute(t,s){switch(s){case Boolean:t=t?l:null;break;case Object:case Array:t=null==t?t:JSON.stringify(t)}return t},fromAttribute(t,s){let i=t;switch(s){case Boolean:i=null!==t;break;case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}}return i}',
      'fromAttribute(t,s){return s===Boolean?null!==t:t}',
    ],
    [
      'this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,',
      'this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,',
    ],
    ['||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))', ''],
    ['this.C(t,s,i)}!1===', 'this._$AL.has(t)||this._$AL.set(t,s)}!1==='],
    [
      'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
      '',
    ],
    ['this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),', ''],
    ['removeController(t){this._$EO?.delete(t)}', ''],
    [
      't=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()',
      't=!0,this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)',
    ],
    ['shouldUpdate(t){return!0}', ''],
    ['let t=!1;const s=this._$AL;try{t=!0,', 'const s=this._$AL;try{'],
    ['catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)', 'catch(t){throw this._$EM(),t}this._$AE(s)'],
    ['getOwnPropertyDescriptor:h,getOwnPropertyNames:r,getOwnPropertySymbols:o,', 'getOwnPropertyNames:r,'],
    ['l=c?c.emptyScript:""', 'l=""'],
    ['b={attribute:!0,type:String,converter:u,reflect:!1,useDefault:!1,hasChanged:f}', 'b={}'],
    ['"string"==typeof t?t.toLowerCase():void 0', 't.toLowerCase()'],
    ['d("elementProperties")))return', '"elementProperties"))return'],
    ['d("finalized")))return', '"finalized"))return'],
    ['d("properties"))', '"properties")'],
    ['y[d("elementProperties")]=new Map,y[d("finalized")]=new Map', 'y.elementProperties=new Map,y.finalized=!0'],
  ]),
  // One sheet, in browsers that all have sheets of script.
  ...inReactiveElement([
    [
      'const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i',
      'return[s]',
    ],
  ]),
  ...inCssTag([
    ['e=t.ShadowRoot&&(!0)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype', 'e=!0'],
    [
      'if(this._$cssResult$=!0,o!==s)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=t,this.t=e',
      'this.cssText=t',
    ],
    [
      'let t=this.o;const s=this.t;if(e&&void 0===t){const e=void 0!==s&&1===s.length;e&&(t=o.get(s)),void 0===t&&((this.o=t=new CSSStyleSheet).replaceSync(this.cssText),e&&o.set(s,t))}return t',
      'let t=this.o;return t||(this.o=t=new CSSStyleSheet).replaceSync(this.cssText),t',
    ],
    ['toString(){return this.cssText}', ''],
    [
      `const o=1===t.length?t[0]:e.reduce((e,s,o)=>e+(t=>{if(!0===t._$cssResult$)return t.cssText;if("number"==typeof t)return t;throw Error("Value passed to 'css' function must be a 'css' function result: "+t+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[o+1],t[0]);return new n(o,t,s)`,
      'return new n(t[0])',
    ],
    ['o.map(t=>t instanceof CSSStyleSheet?t:t.styleSheet)', 'o.map(t=>t.styleSheet)'],
  ]),
];

type Change = readonly [from: string, to: string];

function inLitHtml(changes: readonly Change[]) {
  return changes.map(([from, to]) => [/\/lit-html\/lit-html\.js$/, from, to] as const);
}

function inLitElement(changes: readonly Change[]) {
  return changes.map(([from, to]) => [/\/lit-element\/lit-element\.js$/, from, to] as const);
}

function inReactiveElement(changes: readonly Change[]) {
  return changes.map(([from, to]) => [/\/reactive-element\/reactive-element\.js$/, from, to] as const);
}

function inCssTag(changes: readonly Change[]) {
  return changes.map(([from, to]) => [/\/reactive-element\/css-tag\.js$/, from, to] as const);
}

/** What may stand before a value inside a tag: the name of an attribute, a switch or a listener. */
const BINDING = /\s[?@]?[a-z-]+=(?:"[^"]*)?$/;

/** Fails for a template that Lit could not draw without what is left out. */
export function refuseTemplate(texts: readonly string[]): void {
  const text = texts.join('');
  const other = /<!--|<(?:script|style|textarea|title)\b|<$/.exec(text)?.[0];
  if (other) throw new Error(`The script's own Lit knows no ${other} in a template.`);
  let before = '';
  for (const [index, part] of texts.slice(0, -1).entries()) {
    before += part;
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>');
    const isBound = !isInTag || (BINDING.test(before) && !texts[index + 1]?.startsWith('/>'));
    if (!isBound) throw new Error(`The script's own Lit cannot bind what follows ${before.slice(-40)}`);
    before += isInTag ? 'x' : '';
  }
}

/** Fails for a module that asks Lit for what is left out. */
export function refuseSource(code: string): void {
  const used = /lit\/directives?\b|\b(?:svg|mathml|unsafeCSS|noChange)\b[^;]* from 'lit'/.exec(code)?.[0];
  const options = /static override readonly properties.*?\n {2}\};/s.exec(code)?.[0] ?? '';
  const option = /\b(?:reflect|useDefault|state)\b|\btype: (?!Boolean)/.exec(options)?.[0];
  if (used ?? option) throw new Error(`The script's own Lit lacks ${used ?? option}.`);
}
